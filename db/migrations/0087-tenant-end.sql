-- A tenant's end: everything of it as one file, and its removal with a proof that outlives it.

create table tenant_export (
  tenant_id uuid not null references tenant,
  id uuid not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'cancelled', 'expired')),
  -- tables and files; how many of them are in the file, and how many rows
  total int not null default 0,
  done int not null default 0,
  rows bigint not null default 0,
  size_bytes bigint,
  sha256 bytea,
  -- below the directory of exports
  path text,
  failure jsonb,
  cancel boolean not null default false,
  requested_by uuid not null,
  requested_name text not null,
  holder uuid,
  lease_until timestamptz not null default '-infinity',
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  expires_at timestamptz,
  primary key (tenant_id, id)
);
create unique index tenant_export_open on tenant_export (tenant_id) where state in ('queued', 'running');
call protect('tenant_export');

-- The row stays when its tenant is gone, so it refers to nothing.
create table tenant_end (
  id uuid primary key,
  of_tenant uuid not null,
  code text not null,
  name text not null,
  state text not null default 'waiting' check (state in ('waiting', 'removing', 'done', 'withdrawn')),
  wait_days int not null,
  asked_by text not null,
  asked_at timestamptz not null default now(),
  due_at timestamptz not null,
  withdrawn_by text,
  withdrawn_at timestamptz,
  started_at timestamptz,
  finished_at timestamptz,
  -- whoever has the key reads the proof when nobody of the tenant can sign in any more
  key_hash bytea not null unique,
  -- rows and files removed so far, by table and place: a process that ends hands them on
  removed jsonb not null default '{}',
  proof text,
  proof_sha256 bytea,
  holder uuid,
  lease_until timestamptz not null default '-infinity'
);
create unique index tenant_end_open on tenant_end (of_tenant) where state in ('waiting', 'removing');
create index tenant_end_of on tenant_end (of_tenant, asked_at desc);
alter table tenant_end enable row level security;
alter table tenant_end force row level security;
create policy tenant on tenant_end using (of_tenant = app_tenant() or app_system())
  with check (of_tenant = app_tenant() or app_system());
grant select, insert, update on tenant_end to sluice_app;

-- The only way the operation log of a tenant leaves before its time, and the tenant itself. Only for a tenant whose
-- removal has begun, and that begins no earlier than its waiting period ends.
create function remove_tenant_rows(part regclass, gone uuid, most int) returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  removed bigint;
begin
  call require_system();
  if not exists (select from tenant_end where of_tenant = gone and state = 'removing' and due_at <= clock_timestamp()) then
    raise exception 'removing a tenant: nobody asked, or the waiting period has not ended' using errcode = 'check_violation';
  end if;
  if part = 'tenant'::regclass then
    delete from tenant where id = gone;
  elsif part = 'api_collection'::regclass then
    -- Its rows refer to each other, so they go as one.
    delete from api_collection where tenant_id = gone;
  else
    execute format('delete from only %1$s where ctid = any (array(select ctid from only %1$s where tenant_id = $1 limit $2))', part)
      using gone, most;
  end if;
  get diagnostics removed = row_count;
  return removed;
end $$;
revoke execute on function remove_tenant_rows(regclass, uuid, int) from public;
grant execute on function remove_tenant_rows(regclass, uuid, int) to sluice_app;
