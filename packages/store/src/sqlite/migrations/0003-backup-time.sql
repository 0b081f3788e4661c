-- When this file was made, if it is a backup: one row there, and none in a database that is used.
create table backup (
  one integer primary key check (one = 1),
  made_at integer not null
) strict;
