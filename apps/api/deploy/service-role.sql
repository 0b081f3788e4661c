-- What the service may do in the database that `plant-store migrate` has made. Can be run again, as a superuser or, once
-- the role is there and without SERVICE_PASSWORD, as the owner of the tables.
\set ON_ERROR_STOP on
\getenv password SERVICE_PASSWORD
select 'create role plant_store_service login'
where not exists (select from pg_roles where rolname = 'plant_store_service') \gexec
begin;
\if :{?password}
alter role plant_store_service password :'password';
\endif
-- What a later migration makes belongs to the owner of the tables, whoever runs this.
select format('set local role %I', tableowner) from pg_tables where schemaname = 'public' and tablename = 'migration' \gexec
grant select on all tables in schema public to plant_store_service;
grant update (last_used_at) on token to plant_store_service;
grant insert on token_use to plant_store_service;
alter default privileges in schema public grant select on tables to plant_store_service;
commit;
