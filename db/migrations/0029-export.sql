-- export jobs: records of a strategy as a file, written in the background and kept for a week.

create table export_job (
  tenant_id uuid not null references tenant,
  id uuid not null,
  strategy_id uuid not null,
  strategy_name text not null,
  format text not null check (format in ('csv', 'xlsx', 'jsonl', 'parquet')),
  -- {filter, columns, expand, encoding} as asked
  request jsonb not null,
  -- of headings
  language text not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'cancelled', 'expired')),
  -- records to read, where that is known; read so far; lines of the file
  total bigint,
  done bigint not null default 0,
  rows bigint not null default 0,
  -- where reading goes on after a restart: {cursor, spoolBytes, columns, isRead}
  progress jsonb,
  size_bytes bigint,
  sha256 bytea,
  -- below the directory of exports
  path text,
  failure jsonb,
  cancel boolean not null default false,
  requested_by uuid not null,
  holder uuid,
  lease_until timestamptz not null default '-infinity',
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  expires_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, strategy_id) references strategy (tenant_id, id) on delete cascade
);
create index export_job_open on export_job (created_at) where state in ('queued', 'running');
create index export_job_strategy on export_job (tenant_id, strategy_id);
create index export_job_user on export_job (tenant_id, requested_by, id desc);
call protect('export_job');
call scope_by_strategy('export_job');
