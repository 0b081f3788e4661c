-- Plants, who may see them, and the tokens that say who is asking.

-- A new random value on every restore: with a user's revision it names one state of what that user sees, for ever.
create table epoch (
  one integer primary key check (one = 1),
  value text not null
) strict;
insert into epoch (one, value) values (1, lower(hex(randomblob(8))));

-- autoincrement: an id is never used twice, so "after this plant" keeps its meaning.
create table plant (
  plant_id integer primary key autoincrement,
  key text unique,
  name text not null check (name <> ''),
  tag text check (tag <> '')
) strict;
-- Finds plants by name; with the key in it, an import counts the keyless ones without touching the table.
create index plant_by_name on plant (name, tag, key);

create table users (
  user_id integer primary key autoincrement,
  name text not null unique check (name <> ''),
  revision integer not null default 1,
  created_at integer not null
) strict;

create table groups (
  group_id integer primary key autoincrement,
  name text not null unique check (name <> ''),
  created_at integer not null
) strict;

create table membership (
  group_id integer not null references groups on delete cascade,
  user_id integer not null references users on delete cascade,
  primary key (group_id, user_id)
) strict, without rowid;
create index membership_by_user on membership (user_id);

create table user_grant (
  user_id integer not null references users on delete cascade,
  plant_id integer not null references plant on delete cascade,
  primary key (user_id, plant_id)
) strict, without rowid;
create index user_grant_by_plant on user_grant (plant_id);

create table group_grant (
  group_id integer not null references groups on delete cascade,
  plant_id integer not null references plant on delete cascade,
  primary key (group_id, plant_id)
) strict, without rowid;
create index group_grant_by_plant on group_grant (plant_id);

create table token (
  token_id integer primary key autoincrement,
  user_id integer not null references users on delete cascade,
  name text not null check (name <> ''),
  hash text not null unique,
  prefix text not null,
  created_at integer not null,
  lifetime_ms integer,
  expires_at integer,
  revoked_at integer
) strict;
create index token_by_user on token (user_id);

-- The grants flattened: one row for each plant that a user may see, whatever the way. It has no foreign keys,
-- because it is kept by the statements that change the grants, and an index on plant_id would double its cost.
create table visible (
  user_id integer not null,
  plant_id integer not null,
  name text not null,
  tag text,
  primary key (user_id, plant_id)
) strict, without rowid;
