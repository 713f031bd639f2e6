-- Whoever looks one record up opened the whole block, 1000 rows for one: a thousand pasted keys took 1.4 s.

/* One record of a block as a row of record_state. */
create function open_record(b record_block, at int) returns setof record_state language sql stable as $$
  select b.tenant_id, b.strategy_id, b.keys[at], b.first_id + at - 1, b.page_id, b.page_at, b.first_ordinal + at - 1,
    2::smallint, 1::smallint, coalesce(b.versions[at], b.version), substr(b.hashes, 16 * at - 15, 16), b.numbers[at],
    null::text, null::text, b.target_keys[at], null::timestamptz, b.run_id, b.created_at, b.created_at, false, null::uuid
$$;

create or replace function find_record_by_key(strategy uuid, wanted text) returns setof record_state language sql stable as $$
  select r.* from record_state r where r.tenant_id = app_tenant() and r.strategy_id = strategy and r.key = wanted collate "C"
  union all
  select r.* from (select wanted as key, length(wanted) as size offset 0) w cross join lateral (
    select b as block from record_block b where b.tenant_id = app_tenant() and b.strategy_id = strategy
      and b.key_length = w.size and b.last_key >= w.key collate "C"
    order by b.tenant_id, b.strategy_id, b.key_length, b.last_key limit 1) found
  cross join lateral unnest(array_positions((found.block).keys, w.key)) place
  cross join lateral open_record(found.block, place) r
$$;

create or replace function find_records_by_number(strategy uuid, wanted text) returns setof record_state language sql stable as $$
  select r.* from record_state r where r.tenant_id = app_tenant() and r.strategy_id = strategy and r.number = wanted
  union all
  select r.* from (select wanted as number, length(wanted) as size offset 0) w cross join lateral (
    select b as block from record_block b where b.tenant_id = app_tenant() and b.strategy_id = strategy
      and b.number_length = w.size and b.last_number >= w.number collate "C" and b.first_number <= w.number collate "C") found
  cross join lateral unnest(array_positions((found.block).numbers, w.number)) place
  cross join lateral open_record(found.block, place) r
$$;

create or replace function find_records_by_target(strategy uuid, wanted text) returns setof record_state language sql stable as $$
  select r.* from record_state r where r.tenant_id = app_tenant() and r.strategy_id = strategy and r.target_key = wanted
  union all
  select r.* from (select wanted as target, length(wanted) as size offset 0) w cross join lateral (
    select b as block from record_block b where b.tenant_id = app_tenant() and b.strategy_id = strategy
      and b.target_length = w.size and b.last_target >= w.target collate "C" and b.first_target <= w.target collate "C") found
  cross join lateral unnest(array_positions((found.block).target_keys, w.target)) place
  cross join lateral open_record(found.block, place) r
$$;
