-- What the service may do in the database that `plant-store migrate` has made. Can be run again.
\set ON_ERROR_STOP on
\getenv password SERVICE_PASSWORD
select 'create role plant_store_service login'
where not exists (select from pg_roles where rolname = 'plant_store_service') \gexec
begin;
alter role plant_store_service password :'password';
grant select on all tables in schema public to plant_store_service;
grant update (last_used_at) on token to plant_store_service;
grant insert on token_use to plant_store_service;
alter default privileges in schema public grant select on tables to plant_store_service;
commit;
