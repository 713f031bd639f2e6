-- Records that a target took at their first try and nobody has touched since lie together: a row a page instead of a row
-- and five index entries each. A block is whole or gone: whatever is about to change one of its records first turns it
-- into rows of record_state (`unfold_blocks`). Blocks of a strategy never overlap: their keys have one length and rise.

-- A number of the sequence stands for as many records as a block may hold; a row takes the first of them.
alter sequence record_id increment by 16384;

create table record_block (
  tenant_id uuid not null,
  strategy_id uuid not null,
  run_id uuid not null,
  first_id bigint not null,
  record_count int not null check (record_count between 1 and 16384),
  key_length int not null,
  first_key text collate "C" not null,
  last_key text collate "C" not null,
  -- Numbers rise within a block as keys do, else they are not looked up here; null: none has one.
  number_length int,
  first_number text collate "C",
  last_number text collate "C",
  -- The least and the greatest of what the target answered with, where all are equally long; else it is not looked up here.
  target_length int,
  first_target text collate "C",
  last_target text collate "C",
  page_id bigint not null,
  page_at timestamptz not null,
  first_ordinal int not null,
  version int not null,
  keys text[] not null,
  numbers text[],
  -- What the target answered with; null: nothing.
  target_keys text[],
  -- 16 bytes a record.
  hashes bytea not null,
  created_at timestamptz not null default now()
);
create unique index record_block_id on record_block (tenant_id, strategy_id, first_id);
create index record_block_time on record_block (tenant_id, strategy_id, created_at, first_id);
create index record_block_number on record_block (tenant_id, strategy_id, number_length, last_number)
  where last_number is not null;
create index record_block_target on record_block (tenant_id, strategy_id, target_length, last_target)
  where last_target is not null;
create index record_block_page on record_block (tenant_id, strategy_id, page_id);
-- Last on purpose, as the key of record_state.
alter table record_block add primary key (tenant_id, strategy_id, key_length, last_key);
-- A look-up reads single keys: taking the whole apart each time would cost more than the bytes saved.
alter table record_block alter column keys set storage external, alter column numbers set storage external,
  alter column target_keys set storage external, alter column hashes set storage external;
call protect('record_block');
create index record_state_target on record_state (tenant_id, strategy_id, target_key, id) where target_key is not null;

/* The records of a block as rows of record_state. Inlined by the planner. */
create function open_block(b record_block) returns setof record_state language sql stable as $$
  select b.tenant_id, b.strategy_id, r.key, b.first_id + r.at - 1, b.page_id, b.page_at,
    b.first_ordinal + r.at::int - 1, 2::smallint, 1::smallint, b.version, substr(b.hashes, 16 * r.at::int - 15, 16),
    r.number, null::text, null::text, r.target_key, null::timestamptz, b.run_id, b.created_at, b.created_at, false, null::uuid
  from unnest(b.keys, b.numbers, b.target_keys) with ordinality r(key, number, target_key, at)
$$;

/* Every record, however it lies. For reading only; by a column of the block it is quick, by key or id see below. */
create view stored_record with (security_invoker = true) as
  select * from record_state
  union all
  select r.* from record_block b cross join lateral open_block(b) r;
grant select on stored_record to sluice_app;

-- Whoever looks one record up asks these. Lengths are made apart (`offset 0`), because row-level security keeps a
-- function of a column out of index conditions.
create function find_record_by_key(strategy uuid, wanted text) returns setof record_state language sql stable as $$
  select r.* from record_state r where r.tenant_id = app_tenant() and r.strategy_id = strategy and r.key = wanted collate "C"
  union all
  select r.* from (select wanted as key, length(wanted) as size offset 0) w cross join lateral (
    select b as block from record_block b where b.tenant_id = app_tenant() and b.strategy_id = strategy
      and b.key_length = w.size and b.last_key >= w.key collate "C"
    order by b.tenant_id, b.strategy_id, b.key_length, b.last_key limit 1) found
  cross join lateral open_block(found.block) r where r.key = w.key collate "C"
$$;

create function find_record_by_id(strategy uuid, wanted bigint) returns setof record_state language sql stable as $$
  select r.* from record_state r where r.tenant_id = app_tenant() and r.strategy_id = strategy and r.id = wanted
  union all
  select r.* from (
    select b as block from record_block b where b.tenant_id = app_tenant() and b.strategy_id = strategy
      and b.first_id <= wanted order by b.tenant_id desc, b.strategy_id desc, b.first_id desc limit 1) found
  cross join lateral open_block(found.block) r where r.id = wanted
$$;

create function find_records_by_number(strategy uuid, wanted text) returns setof record_state language sql stable as $$
  select r.* from record_state r where r.tenant_id = app_tenant() and r.strategy_id = strategy and r.number = wanted
  union all
  select r.* from (select wanted as number, length(wanted) as size offset 0) w cross join lateral (
    select b as block from record_block b where b.tenant_id = app_tenant() and b.strategy_id = strategy
      and b.number_length = w.size and b.last_number >= w.number collate "C" and b.first_number <= w.number collate "C") found
  cross join lateral open_block(found.block) r where r.number = w.number
$$;

create function find_records_by_target(strategy uuid, wanted text) returns setof record_state language sql stable as $$
  select r.* from record_state r where r.tenant_id = app_tenant() and r.strategy_id = strategy and r.target_key = wanted
  union all
  select r.* from (select wanted as target, length(wanted) as size offset 0) w cross join lateral (
    select b as block from record_block b where b.tenant_id = app_tenant() and b.strategy_id = strategy
      and b.target_length = w.size and b.last_target >= w.target collate "C" and b.first_target <= w.target collate "C") found
  cross join lateral open_block(found.block) r where r.target_key = w.target
$$;
