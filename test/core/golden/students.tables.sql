create table "lectern"."students" (
  "id" uuid not null,
  "account_id" uuid not null,
  "name" text not null,
  "group" text,
  "note" text,
  "email" text,
  "phone" text,
  "external_id" text,
  "tags" text[] not null default '{}',
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  "_search" text not null default '',
  "_grams" integer[] not null default '{}',
  primary key ("id")
);
create index "students_account_id_id_idx" on "lectern"."students" using btree ("account_id", "id");
create index "students_grams_idx" on "lectern"."students" using gin ("_grams")
