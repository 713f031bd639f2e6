-- strategy-life: what people decided about records, what a strategy moved per hour, filters that people keep.

-- One row per record and decision, so that a record's whole life is found by its id. The operation log has the same as
-- one row per call, in which no record can be looked up.
create table record_decision (
  tenant_id uuid not null,
  id bigint generated always as identity,
  strategy_id uuid not null,
  record_id bigint not null,
  -- null: not told by the caller; the name is looked up when it is shown
  user_id uuid,
  decision text not null check (decision in ('reprocess', 'ignore', 'confirmWritten')),
  from_status smallint not null,
  to_status smallint not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index record_decision_record on record_decision (tenant_id, record_id, id);
create index record_decision_strategy on record_decision (tenant_id, strategy_id, id);
call protect('record_decision');

-- What a list is narrowed to, under a name.
create table saved_filter (
  tenant_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  -- name of the list: strategies
  list text not null,
  name text not null,
  -- the search of the page, as its address has it
  filter jsonb not null,
  -- the list opens with it for its owner
  is_default boolean not null default false,
  -- others of the tenant see it too
  is_shared boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, user_id, list, name),
  foreign key (tenant_id, user_id) references app_user (tenant_id, id) on delete cascade
);
create unique index saved_filter_default on saved_filter (tenant_id, user_id, list) where is_default;
create index saved_filter_shared on saved_filter (tenant_id, list) where is_shared;
call protect('saved_filter');

-- Who is asked about a strategy; null: whoever made it.
alter table strategy add column owner_id uuid;
