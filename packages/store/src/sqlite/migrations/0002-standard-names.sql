-- Tables under the names that the field uses.

-- Who may see which plant, flattened from the grants.
alter table visible rename to plant_access;
-- The history that the revisions are of.
alter table epoch rename to generation;
