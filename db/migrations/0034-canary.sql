-- canary: an accepted draft runs for a share of the keys first, and goes live, or back, by what it does there.

create table canary (
  tenant_id uuid not null references tenant,
  id uuid not null,
  strategy_id uuid not null,
  -- the accepted rehearsal, and the draft it was of
  rehearsal_id uuid not null,
  revision int not null,
  -- what is published, and what maps the share of the keys
  base_version int not null,
  version int not null,
  -- of the keys, in percent
  share smallint not null check (share between 1 and 50),
  -- how long, and how many records of the new version, before it is judged good; each that is given must be reached
  minutes int check (minutes > 0),
  records int check (records > 0),
  check (minutes is not null or records is not null),
  -- goes live by itself then; else it waits for somebody
  promotes boolean not null,
  -- more failed records than the old version would have had; its share of failed records above the old one's, in points
  max_failed int check (max_failed >= 0),
  max_failed_share numeric(5, 2) check (max_failed_share between 0 and 100),
  check (max_failed is not null or max_failed_share is not null),
  -- canaryStates of the contract
  state text not null default 'running' check (state in ('running', 'ready', 'promoted', 'rolledBack')),
  -- why it ended: canaryReasons of the contract; null: it lives
  reason text,
  -- CanaryCounts of the contract: what became of records on either side
  counts jsonb not null default '{}',
  started_by uuid,
  started_at timestamptz not null default now(),
  ready_at timestamptz,
  -- null: it ended by itself
  ended_by uuid,
  ended_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, strategy_id) references strategy (tenant_id, id) on delete cascade
);
create unique index canary_one on canary (tenant_id, strategy_id) where state in ('running', 'ready');
create index canary_open on canary (started_at) where state = 'running';
create index canary_strategy on canary (tenant_id, strategy_id, base_version, started_at desc);
call protect('canary');
call scope_by_strategy('canary');

-- The same counts by run, to be held against the run's own books.
create table canary_run (
  tenant_id uuid not null,
  canary_id uuid not null,
  run_id uuid not null,
  strategy_id uuid not null,
  counts jsonb not null,
  -- the run had settled nothing before the canary met it
  is_whole boolean not null,
  primary key (tenant_id, canary_id, run_id),
  foreign key (tenant_id, canary_id) references canary (tenant_id, id) on delete cascade
);
call protect('canary_run');
call scope_by_strategy('canary_run');

-- Records of a block that two versions wrote: the version of each; null: all are of `version`.
alter table record_block add column versions int[];

create or replace function open_block(b record_block) returns setof record_state language sql stable as $$
  select b.tenant_id, b.strategy_id, r.key, b.first_id + r.at - 1, b.page_id, b.page_at,
    b.first_ordinal + r.at::int - 1, 2::smallint, 1::smallint, coalesce(r.version, b.version),
    substr(b.hashes, 16 * r.at::int - 15, 16), r.number, null::text, null::text, r.target_key, null::timestamptz, b.run_id,
    b.created_at, b.created_at, false, null::uuid
  from unnest(b.keys, b.numbers, b.target_keys, b.versions) with ordinality r(key, number, target_key, version, at)
$$;

-- What was offered of each adapter when the draft was rehearsed, as `maps` has it for value maps.
alter table rehearsal add column adapters jsonb not null default '{}';
