create table "lectern"."shelves" (
  "id" uuid not null,
  "account_id" uuid not null,
  "name" text not null,
  "floor" integer not null default 0,
  "keeper" text not null,
  "note" text,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  primary key ("id")
);
create index "shelves_account_id_id_idx" on "lectern"."shelves" using btree ("account_id", "id");
create unique index "shelves_account_id_name_key" on "lectern"."shelves" using btree ("account_id", "name")

create table "lectern"."books" (
  "id" uuid not null,
  "account_id" uuid not null,
  "barcode" text not null,
  "title" text not null,
  "subtitle" text,
  "shelf_id" uuid,
  "language" text not null default 'en',
  "keywords" text[] not null default '{}',
  "authors" jsonb not null,
  "pages" integer,
  "price" double precision,
  "rating" double precision,
  "age" integer,
  "lendable" boolean not null default true,
  "medium" text not null default 'paper',
  "period" text not null default '14d',
  "published_on" date,
  "acquired_at" timestamptz(3),
  "cover" bytea,
  "website" text,
  "size" jsonb,
  "edition" jsonb,
  "extra" jsonb not null default '{}'::jsonb,
  "donor" text not null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  "_search" text not null default '',
  "_grams" integer[] not null default '{}',
  primary key ("id"),
  constraint "books_language_check" check ("language" in ('en', 'ja', 'zh-TW', 'other'))
);
create index "books_account_id_created_at_id_idx" on "lectern"."books" using btree ("account_id", "created_at", "id");
create unique index "books_barcode_key" on "lectern"."books" using btree ("barcode");
create index "books_shelf_id_idx" on "lectern"."books" using btree ("shelf_id");
create index "books_account_id_shelf_id_created_at_id_idx" on "lectern"."books" using btree ("account_id", "shelf_id", "created_at", "id");
create index "books_account_id_language_created_at_id_idx" on "lectern"."books" using btree ("account_id", "language", "created_at", "id");
create index "books_keywords_idx" on "lectern"."books" using gin ("keywords");
create index "books_account_id_pages_created_at_id_idx" on "lectern"."books" using btree ("account_id", "pages", "created_at", "id");
create index "books_account_id_lendable_created_at_id_idx" on "lectern"."books" using btree ("account_id", "lendable", "created_at", "id");
create index "books_grams_idx" on "lectern"."books" using gin ("_grams")

create table "lectern"."loans" (
  "id" uuid not null,
  "account_id" uuid not null,
  "book_id" uuid not null,
  "student_id" uuid not null,
  "due_on" date not null,
  "note" text,
  "extensions" integer not null default 0,
  "reminded_at" timestamptz(3),
  "announced_at" timestamptz(3),
  "status" text not null default 'open',
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  "_search" text not null default '',
  "_grams" integer[] not null default '{}',
  primary key ("id"),
  constraint "loans_status_check" check ("status" in ('open', 'overdue', 'returned', 'lost'))
);
create index "loans_account_id_id_idx" on "lectern"."loans" using btree ("account_id", "id");
create index "loans_book_id_idx" on "lectern"."loans" using btree ("book_id");
create index "loans_student_id_idx" on "lectern"."loans" using btree ("student_id");
create index "loans_account_id_book_id_id_idx" on "lectern"."loans" using btree ("account_id", "book_id", "id");
create index "loans_account_id_student_id_id_idx" on "lectern"."loans" using btree ("account_id", "student_id", "id");
create index "loans_account_id_status_id_idx" on "lectern"."loans" using btree ("account_id", "status", "id");
create index "loans_updated_at_idx" on "lectern"."loans" using btree ("updated_at");
create index "loans_grams_idx" on "lectern"."loans" using gin ("_grams")

create table "lectern"."reviews" (
  "id" uuid not null,
  "account_id" uuid not null,
  "book_id" uuid not null,
  "student_id" uuid,
  "stars" integer not null,
  "text" text not null default '',
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  "_search" text not null default '',
  "_grams" integer[] not null default '{}',
  primary key ("id")
);
create index "reviews_account_id_id_idx" on "lectern"."reviews" using btree ("account_id", "id");
create unique index "reviews_once_key" on "lectern"."reviews" using btree ("book_id", "student_id");
create index "reviews_book_id_idx" on "lectern"."reviews" using btree ("book_id");
create index "reviews_student_id_idx" on "lectern"."reviews" using btree ("student_id");
create index "reviews_account_id_book_id_id_idx" on "lectern"."reviews" using btree ("account_id", "book_id", "id");
create index "reviews_account_id_stars_id_idx" on "lectern"."reviews" using btree ("account_id", "stars", "id");
create index "reviews_grams_idx" on "lectern"."reviews" using gin ("_grams")

create table "lectern"."ledger_entries" (
  "id" uuid not null,
  "account_id" uuid not null,
  "what" text not null,
  "subject_id" uuid not null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  primary key ("id")
);
create index "ledger_entries_account_id_id_idx" on "lectern"."ledger_entries" using btree ("account_id", "id");
create index "ledger_entries_of_subject_idx" on "lectern"."ledger_entries" using btree ("account_id", "subject_id")

create table "lectern"."cards" (
  "id" uuid not null,
  "account_id" uuid not null,
  "student_id" uuid not null,
  "number" text not null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  primary key ("id")
);
create index "cards_account_id_id_idx" on "lectern"."cards" using btree ("account_id", "id");
create index "cards_student_id_idx" on "lectern"."cards" using btree ("student_id")

create table "lectern"."wishes" (
  "id" uuid not null,
  "account_id" uuid not null,
  "title" text not null,
  "standing" text not null default 'wished',
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  primary key ("id"),
  constraint "wishes_standing_check" check ("standing" in ('wished', 'ordered'))
);
create index "wishes_account_id_created_at_id_idx" on "lectern"."wishes" using btree ("account_id", "created_at", "id");
create index "wishes_account_id_standing_created_at_id_idx" on "lectern"."wishes" using btree ("account_id", "standing", "created_at", "id")
