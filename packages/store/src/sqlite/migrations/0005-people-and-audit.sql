-- Users who may not ask for now, when tokens were used, and who changed what.

-- Since when the user's tokens are refused; null: they are not.
alter table users add column disabled_at integer;
-- The beginning of the last hour in which a service accepted the token.
alter table token add column last_used_at integer;
-- Since when services write that down: one row, once one has.
create table token_use (
  one integer primary key check (one = 1),
  recorded_since integer not null
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
