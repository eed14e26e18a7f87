create table "lectern"."rooms" (
  "id" uuid not null,
  "account_id" uuid not null,
  "name" text not null,
  "seats" integer not null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  "_search" text not null default '',
  "_grams" integer[] not null default '{}',
  primary key ("id")
);
create index "rooms_account_id_id_idx" on "lectern"."rooms" using btree ("account_id", "id");
create unique index "rooms_account_id_name_key" on "lectern"."rooms" using btree ("account_id", "name");
create index "rooms_grams_idx" on "lectern"."rooms" using gin ("_grams")

create table "lectern"."bookings" (
  "id" uuid not null,
  "account_id" uuid not null,
  "room_id" uuid not null,
  "purpose" text not null,
  "starts_at" timestamptz(3) not null,
  "notice" text,
  "status" text not null default 'requested',
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  "_search" text not null default '',
  "_grams" integer[] not null default '{}',
  primary key ("id"),
  constraint "bookings_status_check" check ("status" in ('requested', 'confirmed', 'declined', 'cancelled'))
);
create index "bookings_account_id_id_idx" on "lectern"."bookings" using btree ("account_id", "id");
create index "bookings_room_id_idx" on "lectern"."bookings" using btree ("room_id");
create index "bookings_account_id_room_id_id_idx" on "lectern"."bookings" using btree ("account_id", "room_id", "id");
create index "bookings_account_id_status_id_idx" on "lectern"."bookings" using btree ("account_id", "status", "id");
create index "bookings_grams_idx" on "lectern"."bookings" using gin ("_grams")
