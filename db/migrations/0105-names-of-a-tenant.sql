-- A name is taken within its tenant only: over all of them, making a user told what others are called.
-- Everybody signs in as name@code. The name alone is enough in the tenant the installation began with, for who had one
-- before, and for an administrator whom the operator made while nobody else was called so.
select set_config('app.system', 'on', true);

alter table tenant add column plain_names boolean not null default false;
update tenant set plain_names = true where id = (select id from tenant order by created_at, id limit 1);

alter table app_user add column plain_name boolean not null default false;
update app_user set plain_name = true;

drop index app_user_username;
create unique index app_user_username on app_user (tenant_id, lower(username));
create unique index app_user_plain_name on app_user (lower(username)) where plain_name;
create index app_user_sign_in on app_user (lower(username));

select set_config('app.system', '', true);
