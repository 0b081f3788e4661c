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

-- Finds the plants of a standing grant: who joins a group costs what the group sees, not what there is.
create index plant_by_tag on plant (tag) where tag is not null;
