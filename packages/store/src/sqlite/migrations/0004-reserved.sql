-- Holds the number of the migration of standing grants, which comes from another branch: delete this file there.
select 1;
