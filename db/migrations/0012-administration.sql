-- Roles that see chosen strategy groups, people of a tenant, an operation log in a chain of hashes, a site per tenant.

-- The strategy groups this transaction may see; null: all. withTenant sets it for a role with chosen groups.
create function app_groups() returns jsonb language sql stable parallel safe
  as $$ select nullif(current_setting('app.groups', true), '')::jsonb $$;

-- Beside the tenant's policy, not instead of it: a row must pass both.
create policy scope on strategy as restrictive
  using (app_groups() is null or app_groups() ? group_name);

-- For tables that tell about one strategy and are read without it.
create procedure scope_by_strategy(t regclass) language plpgsql as $$
begin
  execute format('create policy scope on %s as restrictive using (app_groups() is null or strategy_id in (select s.id from strategy s))', t);
end $$;
call scope_by_strategy('run');
call scope_by_strategy('record_count');
call scope_by_strategy('storage_use');
call scope_by_strategy('storage_job');
call scope_by_strategy('archive_file');
call scope_by_strategy('follow_reader');

alter table role
  add column remark text not null default '',
  -- null: every strategy group; the empty text is "no group"
  add column groups text[],
  -- the administrators' role can neither be changed nor deleted
  add column is_built_in boolean not null default false,
  add column version int not null default 1,
  add column updated_at timestamptz not null default now();
update role set is_built_in = true where permissions = '{*}' and name = '管理员';

-- Starting, stopping and push secrets were part of changing a strategy; everybody keeps what they could do.
update role set permissions = permissions || array['strategy:start', 'strategy:stop', 'strategy:secret']
 where 'strategy:update' = any(permissions) and not '*' = any(permissions);
-- The console's frame asks for some add and some delete: what belongs to oneself is everybody's.
update role set permissions = permissions || array['own:add', 'own:delete'] where not '*' = any(permissions);

alter table app_user
  add column remark text not null default '',
  add column created_by uuid,
  add column updated_at timestamptz not null default now();
create index app_user_role on app_user (tenant_id, role_id);

alter table operation_log
  add column role text,
  add column user_agent text,
  -- refused: the rules said no; failed: we could not
  add column result text not null default 'ok' check (result in ('ok', 'refused', 'failed')),
  add column code text;
create index operation_log_action on operation_log (tenant_id, action, created_at desc);

-- The one text of a row that is hashed, exported and verified. Never change it: make a second version instead.
create function operation_log_text(l operation_log) returns text language sql stable as $$
  select jsonb_build_object(
    'id', l.id, 'at', to_char(l.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    'user_id', l.user_id, 'username', l.username, 'role', l.role, 'via', l.via, 'ip', l.ip, 'user_agent', l.user_agent,
    'action', l.action, 'operation', l.operation, 'result', l.result, 'code', l.code,
    'object_type', l.object_type, 'object_id', l.object_id, 'object_name', l.object_name,
    'before', l.before, 'after', l.after)::text
$$;

-- hash = sha256(hash of the row before || sha256(the row's text)). A deleted row leaves its link and who deleted it.
create table operation_chain (
  tenant_id uuid not null references tenant,
  seq bigint not null,
  log_id uuid not null,
  entry_hash bytea not null,
  hash bytea not null,
  deleted_by uuid,
  primary key (tenant_id, seq)
);
create unique index operation_chain_log on operation_chain (tenant_id, log_id);
call protect('operation_chain');
revoke insert, update, delete on operation_chain from sluice_app;

create table operation_chain_head (
  tenant_id uuid primary key references tenant,
  seq bigint not null,
  hash bytea not null
);
call protect('operation_chain_head');
revoke insert, update, delete on operation_chain_head from sluice_app;

create function operation_chain_start(tenant uuid) returns bytea language sql immutable parallel safe
  as $$ select sha256(convert_to('sluice/operation-log/v1|' || tenant::text, 'UTF8')) $$;

create function append_operation_chain(l operation_log) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head operation_chain_head;
  entry bytea := sha256(convert_to(operation_log_text(l), 'UTF8'));
begin
  insert into operation_chain_head as h (tenant_id, seq, hash) values (l.tenant_id, 1, operation_chain_start(l.tenant_id))
    on conflict (tenant_id) do update set seq = h.seq + 1 returning h.* into head;
  head.hash := sha256(head.hash || entry);
  insert into operation_chain (tenant_id, seq, log_id, entry_hash, hash) values (l.tenant_id, head.seq, l.id, entry, head.hash);
  update operation_chain_head set hash = head.hash where tenant_id = l.tenant_id;
end $$;
revoke execute on function append_operation_chain(operation_log) from public;

create function chain_operation_log() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform append_operation_chain(new);
  return null;
end $$;

-- Rows that are there already, in their order.
do $$
declare
  l operation_log;
begin
  perform set_config('app.system', 'on', true);
  for l in select * from operation_log order by created_at, id loop
    perform append_operation_chain(l);
  end loop;
end $$;

-- At commit: the tenant's head is locked for the commit alone, after every other lock, so that nobody waits for a
-- transaction at work and nobody waits in a circle.
create constraint trigger chain after insert on operation_log deferrable initially deferred
  for each row execute function chain_operation_log();

-- The only way a row leaves. Whoever calls it writes the tombstone in the same transaction. How long rows are kept at
-- least is a floor for everybody, the product included. Tombstones stay.
create function delete_operation_log(until timestamptz, tombstone uuid) returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  removed bigint;
begin
  if until > now() - interval '180 days' then
    raise exception 'rows of the operation log are kept for 180 days' using errcode = 'check_violation';
  end if;
  with gone as (
    delete from operation_log l
     where l.tenant_id = app_tenant() and l.created_at < until and l.action <> 'system.deleteLog' returning l.id)
  update operation_chain c set deleted_by = tombstone from gone where c.tenant_id = app_tenant() and c.log_id = gone.id;
  get diagnostics removed = row_count;
  return removed;
end $$;

-- Pushes are counted by the hour; the log has one row for each hour in which something was pushed.
alter table push_endpoint
  add column tally_hour timestamptz,
  add column tally_pushes bigint not null default 0,
  add column tally_rows bigint not null default 0;

-- What sign-in page, footer and watermark show. The host is the operator's to give: by it a tenant is told at sign-in.
create table website (
  tenant_id uuid primary key references tenant,
  host text,
  short_name text not null default '',
  record_number text not null default '',
  authorized_company text not null default '',
  community_url text not null default '',
  privacy_url text not null default '',
  terms_url text not null default '',
  spreadsheet_url text not null default '',
  updated_at timestamptz not null default now()
);
create unique index website_host on website (lower(host)) where host is not null;
call protect('website');
