-- A record whose write is tried again later has a state of its own, 11: state 5 held it beside those that a run has in
-- hand, so that no figure could tell the two apart.

-- First, so that the groups keep the records that move. 5 stays: one that a run is trying again is in error until it is written.
create or replace function is_open_error(status smallint) returns boolean language sql immutable parallel safe
  as $$ select status in (3, 4, 5, 6, 9, 11) $$;

update record_state set status = 11 where status = 5 and retry_at is not null;

with moved as (
  select tenant_id, strategy_id, count(*) as count from record_state where status = 11 group by tenant_id, strategy_id),
taken as (
  update record_count c set count = c.count - m.count from moved m
   where c.tenant_id = m.tenant_id and c.strategy_id = m.strategy_id and c.status = 5)
insert into record_count (tenant_id, strategy_id, status, count)
  select tenant_id, strategy_id, 11, count from moved;

drop index record_state_ungrouped;
create index record_state_ungrouped on record_state (tenant_id, id)
  where error_group is null and error_code is not null and status in (3, 4, 6, 9, 11);
