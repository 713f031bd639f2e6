-- aggregate reports: a strategy's records grouped and measured, and the result of the last time that was done.

create table aggregate_report (
  tenant_id uuid not null references tenant,
  id uuid not null,
  strategy_id uuid not null,
  name text not null,
  -- what is grouped, measured, filtered and drawn
  definition jsonb not null,
  -- everybody who sees the strategy sees it; only its owner changes it
  is_shared boolean not null default false,
  owner_id uuid not null,
  -- grows with each change of the definition
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- the computation that waits, goes on or was the last
  state text not null default 'none' check (state in ('none', 'queued', 'running', 'done', 'failed', 'cancelled')),
  requested_by uuid,
  -- records to read, where that is known; read so far
  total bigint,
  done bigint not null default 0,
  failure jsonb,
  cancel boolean not null default false,
  holder uuid,
  lease_until timestamptz not null default '-infinity',
  -- the result that is kept: {definition, columns, total, coverage}; its rows are beside
  result json,
  result_rows int not null default 0,
  result_version int,
  computed_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, strategy_id) references strategy (tenant_id, id) on delete cascade
);
create index aggregate_report_strategy on aggregate_report (tenant_id, strategy_id, id desc);
create index aggregate_report_open on aggregate_report (updated_at) where state in ('queued', 'running');
create unique index aggregate_report_name on aggregate_report (tenant_id, strategy_id, owner_id, lower(name));
call protect('aggregate_report');
call scope_by_strategy('aggregate_report');

-- A row of a result. json, not jsonb: values of records may hold what jsonb refuses.
create table aggregate_row (
  tenant_id uuid not null,
  report_id uuid not null,
  ordinal int not null,
  content json not null,
  primary key (tenant_id, report_id, ordinal),
  foreign key (tenant_id, report_id) references aggregate_report (tenant_id, id) on delete cascade
);
call protect('aggregate_row');
