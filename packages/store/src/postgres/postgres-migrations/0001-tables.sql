-- Plants, who may see them, the tokens that say who is asking, and who changed what. Texts are compared byte by byte.

-- Times are milliseconds since 1970, as the program's clock has them.

-- The last id that was given. Counted here, and not by a sequence, an id is not lost with a change that is taken back.
create table last_id (
  of text primary key,
  value bigint not null
);
insert into last_id (of, value) values ('plant', 0), ('users', 0), ('groups', 0), ('token', 0), ('audit', 0);

-- A random value: with a user's revision it names one state of what that user sees, for ever.
create table generation (
  one integer primary key check (one = 1),
  value text collate "C" not null
);
insert into generation (one, value) values (1, left(replace(gen_random_uuid()::text, '-', ''), 16));

create table plant (
  plant_id bigint primary key,
  key text collate "C" unique,
  name text collate "C" not null check (name <> ''),
  tag text collate "C" check (tag <> '')
);
-- By hash: a name or tag of 1,000 characters is too long for a row of a B-tree.
create index plant_by_name on plant using hash (name);
create index plant_by_tag on plant using hash (tag);

create table users (
  user_id bigint primary key,
  name text collate "C" not null unique check (name <> ''),
  revision bigint not null default 1,
  created_at bigint not null,
  disabled_at bigint
);

create table groups (
  group_id bigint primary key,
  name text collate "C" not null unique check (name <> ''),
  created_at bigint not null
);

create table membership (
  group_id bigint not null references groups on delete cascade,
  user_id bigint not null references users on delete cascade,
  primary key (group_id, user_id)
);
create index membership_by_user on membership (user_id);

create table user_grant (
  user_id bigint not null references users on delete cascade,
  plant_id bigint not null references plant on delete cascade,
  primary key (user_id, plant_id)
);
create index user_grant_by_plant on user_grant (plant_id);

create table group_grant (
  group_id bigint not null references groups on delete cascade,
  plant_id bigint not null references plant on delete cascade,
  primary key (group_id, plant_id)
);
create index group_grant_by_plant on group_grant (plant_id);

-- Standing grants: of every plant with a tag, or of every plant, whenever it is added. The tag '' stands for every
-- plant: no plant has it.
create table user_standing_grant (
  user_id bigint not null references users on delete cascade,
  tag text collate "C" not null
);
create unique index user_standing_grant_once on user_standing_grant (user_id, md5(tag));
create index user_standing_grant_by_tag on user_standing_grant using hash (tag);

create table group_standing_grant (
  group_id bigint not null references groups on delete cascade,
  tag text collate "C" not null
);
create unique index group_standing_grant_once on group_standing_grant (group_id, md5(tag));
create index group_standing_grant_by_tag on group_standing_grant using hash (tag);

create table token (
  token_id bigint primary key,
  user_id bigint not null references users on delete cascade,
  name text collate "C" not null check (name <> ''),
  hash text collate "C" not null unique,
  prefix text collate "C" not null,
  created_at bigint not null,
  lifetime_ms bigint,
  expires_at bigint,
  revoked_at bigint,
  -- The beginning of the last hour in which a service accepted the token.
  last_used_at bigint
);
create index token_by_user on token (user_id);
-- Since when services write that down: one row, once one has.
create table token_use (
  one integer primary key check (one = 1),
  recorded_since bigint not null
);

-- One row for each command that changed something, written in the transaction of the change.
create table audit (
  audit_id bigint primary key,
  at bigint not null,
  command text collate "C" not null,
  os_user text collate "C" not null,
  actor text collate "C",
  summary text collate "C" not null,
  details text collate "C" not null
);

-- The grants flattened: one row for each plant that a user may see, whatever the way. It has no foreign keys, because
-- it is kept by the statements that change the grants, and an index on plant_id would double its cost.
create table plant_access (
  user_id bigint not null,
  plant_id bigint not null,
  name text collate "C" not null,
  tag text collate "C",
  primary key (user_id, plant_id)
);
-- A second lock: whoever does not own the tables sees the lists of the tokens that were presented, whatever the query.
alter table plant_access enable row level security;
create policy presented on plant_access for select using (
  user_id in (
    select t.user_id
    from token t
    where t.hash = any (string_to_array(current_setting('plant_store.tokens', true), ','))
  )
);
