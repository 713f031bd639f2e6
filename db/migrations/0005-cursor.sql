-- Increments that lose nothing: deleted records, the cursor's history, key scans.

-- The newest content of this record is that it is gone at the source.
alter table record_state add column is_deleted boolean not null default false;

-- Every move of a cursor that was not a run's own: who, when, from where to where, why.
create table cursor_change (
  tenant_id uuid not null,
  id bigint generated always as identity,
  strategy_id uuid not null,
  kind text not null check (kind in ('edit', 'reset', 'source')),
  before text,
  after text,
  reason text not null default '',
  changed_by uuid,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, strategy_id) references strategy (tenant_id, id) on delete cascade
);
create index cursor_change_strategy on cursor_change (tenant_id, strategy_id, id desc);
call protect('cursor_change');
revoke update on cursor_change from sluice_app;

-- What a key scan found. `blocked`: more keys are gone than may be deleted without a person.
create table key_scan (
  tenant_id uuid not null,
  run_id uuid not null,
  strategy_id uuid not null,
  state text not null check (state in ('reading', 'blocked', 'done')),
  -- which pass over the source is under way; what is missing after the first is looked for again
  pass smallint not null default 1,
  -- rows whose key could not be read: with one of them nothing is deleted
  unreadable bigint not null default 0,
  known bigint,
  vanished bigint,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, run_id),
  foreign key (tenant_id, strategy_id) references strategy (tenant_id, id) on delete cascade
);
create index key_scan_strategy on key_scan (tenant_id, strategy_id, updated_at desc);
call protect('key_scan');

-- Keys a scan has met so far; emptied at its end.
create table scan_key (
  tenant_id uuid not null,
  run_id uuid not null,
  key text collate "C" not null,
  primary key (tenant_id, run_id, key)
);
call protect('scan_key');
