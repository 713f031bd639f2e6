-- Tenants, people, sessions, the operation log, sealed keys and files.
-- Row-level security: app_tenant() is the tenant of the current transaction; unset means no rows.
-- app_system() marks the few transactions that work across tenants (sign-in, scheduling); only withSystem sets it.

create function app_tenant() returns uuid language sql stable parallel safe
  as $$ select nullif(current_setting('app.tenant', true), '')::uuid $$;
create function app_system() returns boolean language sql stable parallel safe
  as $$ select coalesce(current_setting('app.system', true), '') = 'on' $$;

-- One call per tenant table: forced row-level security, the tenant as default, rights for the product's role.
create procedure protect(t regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', t);
  execute format('alter table %s force row level security', t);
  execute format('alter table %s alter column tenant_id set default app_tenant()', t);
  execute format('create policy tenant on %s using (tenant_id = app_tenant() or app_system()) with check (tenant_id = app_tenant() or app_system())', t);
  execute format('grant select, insert, update, delete on %s to sluice_app', t);
end $$;

create table tenant (
  id uuid primary key,
  code text not null unique check (code ~ '^[a-z0-9][a-z0-9-]{1,39}$'),
  name text not null,
  time_zone text not null default 'Asia/Shanghai',
  status text not null default 'active' check (status in ('active', 'disabled')),
  created_at timestamptz not null default now()
);
alter table tenant enable row level security;
alter table tenant force row level security;
create policy tenant on tenant using (id = app_tenant() or app_system()) with check (app_system());
grant select, insert, update on tenant to sluice_app;

create table role (
  tenant_id uuid not null references tenant,
  id uuid not null,
  name text not null,
  -- `module:operation`; `*` grants everything
  permissions text[] not null default '{}',
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, name)
);
call protect('role');

create table app_user (
  tenant_id uuid not null references tenant,
  id uuid not null,
  -- unique over all tenants: sign-in names no tenant
  username text not null,
  nickname text not null,
  password_hash text not null,
  must_change_password boolean not null default false,
  role_id uuid not null,
  status text not null default 'active' check (status in ('active', 'disabled')),
  avatar text,
  settings jsonb not null default '{}',
  last_login_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, role_id) references role (tenant_id, id)
);
create unique index app_user_username on app_user (lower(username));
call protect('app_user');

create table session (
  tenant_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  -- all rotations of one sign-in; re-use of a spent refresh token ends the family
  family_id uuid not null,
  access_hash bytea not null,
  access_expires_at timestamptz not null,
  refresh_hash bytea not null,
  refresh_expires_at timestamptz not null,
  refresh_used_at timestamptz,
  -- end of the family whatever its use
  absolute_expires_at timestamptz not null,
  revoked_at timestamptz,
  ip text,
  user_agent text,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references app_user (tenant_id, id) on delete cascade
);
create unique index session_access on session (access_hash);
create unique index session_refresh on session (refresh_hash);
create index session_family on session (tenant_id, family_id);
call protect('session');

-- Sign-in challenges that were used (one use each) and throttle buckets. No tenant yet at that point.
create unlogged table login_challenge (challenge text primary key, expires_at timestamptz not null);
create unlogged table throttle (key text primary key, tokens double precision not null, updated_at timestamptz not null);
grant select, insert, update, delete on login_challenge, throttle to sluice_app;

create table operation_log (
  tenant_id uuid not null references tenant,
  id uuid not null,
  user_id uuid,
  username text not null,
  -- name of the route: `strategy.start`
  action text not null,
  operation text not null,
  object_type text not null,
  object_id text,
  object_name text,
  before jsonb,
  after jsonb,
  ip text,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index operation_log_time on operation_log (tenant_id, created_at desc);
call protect('operation_log');
revoke update, delete on operation_log from sluice_app;

create table data_key (
  tenant_id uuid not null references tenant,
  version int not null,
  master_key_id text not null,
  sealed bytea not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, version)
);
call protect('data_key');

create table file (
  tenant_id uuid not null references tenant,
  id uuid not null,
  name text not null,
  size_bytes bigint not null,
  sha256 bytea not null,
  -- below DATA_DIR/files
  path text not null,
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
call protect('file');

-- Small settings of the installation: website attributes, sandbox switch.
create table setting (key text primary key, value jsonb not null, updated_at timestamptz not null default now());
grant select, insert, update, delete on setting to sluice_app;
