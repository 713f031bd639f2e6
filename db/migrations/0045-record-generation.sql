-- How often the content of a record has changed. A content that comes back (5, 4, 5 in stock) is another write: under the
-- idempotency key of the first one the far system would answer as it did then, and keep what came between.
alter table record_state add column generation int not null default 0;

create or replace function open_block(b record_block) returns setof record_state language sql stable as $$
  select b.tenant_id, b.strategy_id, r.key, b.first_id + r.at - 1, b.page_id, b.page_at,
    b.first_ordinal + r.at::int - 1, 2::smallint, 1::smallint, coalesce(r.version, b.version),
    substr(b.hashes, 16 * r.at::int - 15, 16), r.number, null::text, null::text, r.target_key, null::timestamptz, b.run_id,
    b.created_at, b.created_at, false, null::uuid, 0
  from unnest(b.keys, b.numbers, b.target_keys, b.versions) with ordinality r(key, number, target_key, version, at)
$$;

create or replace function open_record(b record_block, at int) returns setof record_state language sql stable as $$
  select b.tenant_id, b.strategy_id, b.keys[at], b.first_id + at - 1, b.page_id, b.page_at, b.first_ordinal + at - 1,
    2::smallint, 1::smallint, coalesce(b.versions[at], b.version), substr(b.hashes, 16 * at - 15, 16), b.numbers[at],
    null::text, null::text, b.target_keys[at], null::timestamptz, b.run_id, b.created_at, b.created_at, false, null::uuid, 0
$$;

create or replace view stored_record with (security_invoker = true) as
  select * from record_state
  union all
  select r.* from record_block b cross join lateral open_block(b) r;
