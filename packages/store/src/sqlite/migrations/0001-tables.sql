-- Plants, who may see them, the tokens that say who is asking, and who changed what.

-- The history that the revisions are of: a new random value on every restore. With a user's revision it names one state
-- of what that user sees, for ever.
create table generation (
  one integer primary key check (one = 1),
  value text not null
) strict;
insert into generation (one, value) values (1, lower(hex(randomblob(8))));

-- autoincrement: an id is never used twice, so "after this plant" keeps its meaning.
create table plant (
  plant_id integer primary key autoincrement,
  key text unique,
  name text not null check (name <> ''),
  tag text check (tag <> '')
) strict;
-- Finds plants by name; with the key in it, an import counts the keyless ones without touching the table.
create index plant_by_name on plant (name, tag, key);
-- Finds the plants of a standing grant: who joins a group costs what the group sees, not what there is.
create index plant_by_tag on plant (tag) where tag is not null;

create table users (
  user_id integer primary key autoincrement,
  name text not null unique check (name <> ''),
  revision integer not null default 1,
  created_at integer not null,
  -- Since when the user's tokens are refused; null: they are not.
  disabled_at integer
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

-- Standing grants: of every plant with a tag, or of every plant, whenever it is added. The tag '' stands for every
-- plant: no plant has it.
create table user_standing_grant (
  user_id integer not null references users on delete cascade,
  tag text not null,
  primary key (user_id, tag)
) strict, without rowid;
create index user_standing_grant_by_tag on user_standing_grant (tag);

create table group_standing_grant (
  group_id integer not null references groups on delete cascade,
  tag text not null,
  primary key (group_id, tag)
) strict, without rowid;
create index group_standing_grant_by_tag on group_standing_grant (tag);

create table token (
  token_id integer primary key autoincrement,
  user_id integer not null references users on delete cascade,
  name text not null check (name <> ''),
  hash text not null unique,
  prefix text not null,
  created_at integer not null,
  lifetime_ms integer,
  expires_at integer,
  revoked_at integer,
  -- The beginning of the last hour in which a service accepted the token.
  last_used_at integer
) strict;
create index token_by_user on token (user_id);

-- Since when services write down when tokens were used: one row, once one has.
create table token_use (
  one integer primary key check (one = 1),
  recorded_since integer not null
) strict;

-- Who may see which plant: one row for each plant that a user may see, whatever the way. It has no foreign keys, because
-- it is kept by the statements that change the grants, and an index on plant_id would double its cost.
create table plant_access (
  user_id integer not null,
  plant_id integer not null,
  name text not null,
  tag text,
  primary key (user_id, plant_id)
) strict, without rowid;

-- When this file was made, if it is a backup: one row there, and none in a database that is used.
create table backup (
  one integer primary key check (one = 1),
  made_at integer not null
) strict;

-- One row for each command that changed something, written in the transaction of the change.
create table audit (
  audit_id integer primary key autoincrement,
  at integer not null,
  command text not null,
  os_user text not null,
  actor text,
  summary text not null,
  details text not null
) strict;
