-- A person who leaves or asks is erased; the operation log keeps what was done, under a pseudonym.

alter table operation_log add column is_masked boolean not null default false;

-- Rows of a person and about a person lose what tells who it was. The chain keeps the hash of what stood there and names
-- the row that tells of the erasure, which whoever calls this writes in the same transaction. Only of a person who is gone.
create function mask_operation_log(person uuid, called text, alias text, tombstone uuid) returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  masked bigint;
begin
  if exists (select from app_user u where u.tenant_id = app_tenant() and u.id = person) then
    raise exception 'masking the operation log: the person is still there' using errcode = 'check_violation';
  end if;
  with gone as (
    update operation_log l
       set is_masked = true,
           username = case when l.user_id = person then alias else l.username end,
           user_id = case when l.user_id = person then null else l.user_id end,
           ip = case when l.user_id = person then null else l.ip end,
           user_agent = case when l.user_id = person then null else l.user_agent end,
           via = case when l.user_id = person then null else l.via end,
           object_name = case when l.object_name = called then alias else l.object_name end,
           before = case when is_about then null else l.before end,
           after = case when is_about then null else l.after end
      from (select o.id, (o.object_type = 'user' and o.object_id = person::text)
                or strpos(coalesce(o.before::text, '') || coalesce(o.after::text, ''), to_json(called)::text) > 0 as is_about
              from operation_log o where o.tenant_id = app_tenant()) found
     where l.tenant_id = app_tenant() and l.id = found.id and not l.is_masked
       and l.action not in ('system.deleteLog', 'personData.erase')
       and (l.user_id = person or l.object_name = called or is_about)
    returning l.id)
  update operation_chain c set deleted_by = tombstone from gone where c.tenant_id = app_tenant() and c.log_id = gone.id;
  get diagnostics masked = row_count;
  return masked;
end $$;
revoke execute on function mask_operation_log(uuid, text, text, uuid) from public;
grant execute on function mask_operation_log(uuid, text, text, uuid) to sluice_app;

-- As before, but a masked row has its tombstone already, and the rows that tell of erasures stay.
create or replace function delete_operation_log(until timestamptz, tombstone uuid) returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  removed bigint;
begin
  if until > now() - interval '180 days' then
    raise exception 'rows of the operation log are kept for 180 days' using errcode = 'check_violation';
  end if;
  with gone as (
    delete from operation_log l
     where l.tenant_id = app_tenant() and l.created_at < until
       and l.action not in ('system.deleteLog', 'personData.erase') returning l.id)
  update operation_chain c set deleted_by = tombstone from gone
   where c.tenant_id = app_tenant() and c.log_id = gone.id and c.deleted_by is null;
  get diagnostics removed = row_count;
  return removed;
end $$;
