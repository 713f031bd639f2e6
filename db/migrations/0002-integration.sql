-- Connectors, strategies and the life of their records.
-- The layout of page and record_state is measured: one compressed evidence page per source page, one narrow row per record.

create table connector (
  tenant_id uuid not null references tenant,
  id uuid not null,
  platform_id text not null,
  name text not null,
  env text not null default 'production' check (env in ('production', 'test', 'development')),
  -- secrets are sealed texts (v1.…), everything else as entered
  params jsonb not null default '{}',
  remark text not null default '',
  status text not null default 'untested' check (status in ('untested', 'ok', 'failed')),
  last_test_at timestamptz,
  last_test jsonb,
  version int not null default 1,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, platform_id, name)
);
call protect('connector');

create table strategy (
  tenant_id uuid not null references tenant,
  id uuid not null,
  code text not null,
  name text not null,
  group_name text not null default '',
  remark text not null default '',
  status text not null default 'draft' check (status in ('draft', 'stopped', 'running')),
  -- the saved version that the next run uses
  version int not null default 1,
  source_connector_id uuid,
  target_connector_id uuid,
  -- next slot of the schedule; null while stopped or without schedule
  next_run_at timestamptz,
  last_run_at timestamptz,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, code),
  foreign key (tenant_id, source_connector_id) references connector (tenant_id, id),
  foreign key (tenant_id, target_connector_id) references connector (tenant_id, id)
);
create index strategy_due on strategy (next_run_at) where next_run_at is not null;
create index strategy_source on strategy (tenant_id, source_connector_id);
create index strategy_target on strategy (tenant_id, target_connector_id);
call protect('strategy');

create table strategy_version (
  tenant_id uuid not null,
  strategy_id uuid not null,
  version int not null,
  -- StrategyConfig of the contract; immutable
  config jsonb not null,
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (tenant_id, strategy_id, version),
  foreign key (tenant_id, strategy_id) references strategy (tenant_id, id) on delete cascade
);
call protect('strategy_version');
revoke update on strategy_version from sluice_app;

-- How far an incremental strategy has read, in the source's own text; and the fence: only the newest run may move it.
create table strategy_cursor (
  tenant_id uuid not null,
  strategy_id uuid not null,
  watermark text,
  fence bigint not null default 0,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, strategy_id),
  foreign key (tenant_id, strategy_id) references strategy (tenant_id, id) on delete cascade
);
call protect('strategy_cursor');

create table run (
  tenant_id uuid not null,
  id uuid not null,
  strategy_id uuid not null,
  version int not null,
  trigger text not null check (trigger in ('schedule', 'manual', 'push', 'retry', 'callback')),
  state text not null default 'queued'
    check (state in ('queued', 'running', 'stopping', 'succeeded', 'partial', 'failed', 'stopped')),
  -- Counts of the contract
  counts jsonb not null default '{}',
  -- ReadWindow, or null for a full read
  "window" jsonb,
  -- the source's cursor after the last landed page; null = start
  cursor text,
  -- every page of the source has landed
  read_complete boolean not null default false,
  -- which holder may write: grows with every take-over
  fence bigint not null default 0,
  failure jsonb,
  -- the equation that does not hold, if one does not
  imbalance text,
  slot_at timestamptz,
  requested_by uuid,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, strategy_id) references strategy (tenant_id, id) on delete cascade
);
-- at most one live run per strategy, whoever starts it
create unique index run_live on run (tenant_id, strategy_id) where state in ('queued', 'running', 'stopping');
create unique index run_slot on run (tenant_id, strategy_id, slot_at) where slot_at is not null;
create index run_recent on run (tenant_id, strategy_id, created_at desc);
call protect('run');

-- One answered source page, with everything needed to trace, explain and replay its records.
create table page (
  tenant_id uuid not null,
  id bigint generated always as identity,
  strategy_id uuid not null,
  run_id uuid not null,
  -- records in the page, rejected ones included
  record_count int not null,
  -- 0 landed, 1 settled
  status smallint not null default 0,
  -- version of the strategy that mapped it
  version int not null,
  request text,
  -- zstd of one JSON text per line; ordinal = line
  body bytea not null,
  -- zstd of the answer as received, where the source is one
  raw bytea,
  -- zstd of the outcome per ordinal
  result bytea,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  primary key (tenant_id, id, created_at)
) partition by range (created_at);
alter table page alter body set storage external;
alter table page alter raw set storage external;
alter table page alter result set storage external;
create index page_open on page (tenant_id, run_id, id) where status = 0;
create table page_default partition of page default;
call protect('page');
call protect('page_default');

-- The current state of one record of a strategy. Key = values of the key fields.
create table record_state (
  tenant_id uuid not null,
  strategy_id uuid not null,
  key text collate "C" not null,
  id bigint not null,
  page_id bigint not null,
  page_at timestamptz not null,
  ordinal int not null,
  status smallint not null,
  attempts smallint not null default 0,
  version int not null,
  hash bytea not null,
  number text,
  error_code text,
  error_message text,
  target_key text,
  retry_at timestamptz,
  run_id uuid not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create sequence record_id;
grant usage on sequence record_id to sluice_app;
-- The column order is measured: an index that shares the key's prefix led a cached generic plan astray (14 times slower).
create index record_state_status on record_state (tenant_id, status, strategy_id, id);
create index record_state_id on record_state (tenant_id, id);
create index record_state_retry on record_state (tenant_id, strategy_id, retry_at) where retry_at is not null;
-- Last on purpose: on the empty table all of these cost a look-up of known keys the same, and the newest index wins.
alter table record_state add primary key (tenant_id, strategy_id, key);
call protect('record_state');

-- How many records of a strategy are in each state: one delta per page, so that no screen counts rows.
create table record_count (
  tenant_id uuid not null,
  strategy_id uuid not null,
  status smallint not null,
  count bigint not null default 0,
  primary key (tenant_id, strategy_id, status)
);
call protect('record_count');

-- Tries that did not succeed at once, and every try after the first. A first success is in page.result alone.
create table record_attempt (
  tenant_id uuid not null,
  id bigint generated always as identity,
  strategy_id uuid not null,
  record_id bigint not null,
  run_id uuid not null,
  attempt smallint not null,
  status smallint not null,
  version int not null,
  request text,
  response text,
  failure jsonb,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index record_attempt_record on record_attempt (tenant_id, record_id, id);
call protect('record_attempt');

-- Rows a source answered with that could not become records: no key, broken, filtered out. Counted as rejected.
create table rejected_row (
  tenant_id uuid not null,
  id bigint generated always as identity,
  strategy_id uuid not null,
  run_id uuid not null,
  page_id bigint not null,
  ordinal int not null,
  failure jsonb not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index rejected_row_run on rejected_row (tenant_id, run_id, id);
call protect('rejected_row');

-- What happened in a run, for people.
create table run_log (
  tenant_id uuid not null,
  id bigint generated always as identity,
  strategy_id uuid not null,
  run_id uuid,
  level text not null check (level in ('record', 'notice', 'success', 'error', 'fatal')),
  text text not null,
  detail jsonb,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index run_log_strategy on run_log (tenant_id, strategy_id, id desc);
call protect('run_log');

-- Records pushed to passive strategies, waiting for a run.
create table inbox (
  tenant_id uuid not null,
  id bigint generated always as identity,
  inbox_id text not null,
  delivery_id text,
  body text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create unique index inbox_delivery on inbox (tenant_id, inbox_id, delivery_id) where delivery_id is not null;
create index inbox_read on inbox (tenant_id, inbox_id, id);
call protect('inbox');
