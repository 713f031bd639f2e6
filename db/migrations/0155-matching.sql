-- Which lines of the two sides belong together, who or what said so, and what is left.

-- Accounts whose lines are brought together, and the rules by which.
create table recon_flow (
  tenant_id uuid not null references tenant,
  id uuid not null,
  name text not null,
  config jsonb not null,
  status text not null default 'active' check (status in ('active', 'archived')),
  version int not null default 1,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_by uuid,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create unique index recon_flow_name on recon_flow (tenant_id, lower(name)) where status = 'active';
call protect('recon_flow');

create table recon_flow_account (
  tenant_id uuid not null references tenant,
  flow_id uuid not null,
  account_id uuid not null,
  primary key (tenant_id, flow_id, account_id),
  foreign key (tenant_id, flow_id) references recon_flow (tenant_id, id) on delete cascade,
  foreign key (tenant_id, account_id) references recon_account (tenant_id, id)
);
create index recon_flow_account_account on recon_flow_account (tenant_id, account_id);
call protect('recon_flow_account');

-- A match of a flow's open lines, tried or kept. A job while it is queued or running.
create table recon_run (
  tenant_id uuid not null references tenant,
  id uuid not null,
  flow_id uuid not null,
  mode text not null check (mode in ('trial', 'commit')),
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
  -- days in UTC, both inclusive; null: without a bound
  period_from date,
  period_to date,
  -- the rules as they were used, each with what it had earned
  rules jsonb not null default '[]',
  phase text not null default 'queued' check (phase in ('queued', 'loading', 'matching', 'saving', 'done')),
  -- lines read so far
  done bigint not null default 0,
  -- counts and sums by currency, counts by rule and by kind of exception
  summary jsonb,
  result_hash text,
  requested_by uuid,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  failure jsonb,
  primary key (tenant_id, id),
  foreign key (tenant_id, flow_id) references recon_flow (tenant_id, id)
);
create index recon_run_flow on recon_run (tenant_id, flow_id, created_at desc, id desc);
call protect('recon_run');
select set_config('app.system', 'on', true);
call hold_work('reconciliation', 'recon_run', 'created_at', $$'queued', 'running'$$);

create table match_group (
  tenant_id uuid not null references tenant,
  id bigint generated always as identity,
  flow_id uuid not null,
  -- null: a person matched; rule and rule_hash are '' then
  run_id uuid,
  -- the rule and a hash of what it said: a rule that was changed has earned nothing yet
  rule text not null default '',
  rule_hash text not null default '',
  score smallint not null,
  state text not null check (state in ('proposed', 'confirmed', 'revoked')),
  currency text not null,
  a_count int not null,
  b_count int not null,
  a_minor numeric not null,
  b_minor numeric not null,
  difference_minor numeric generated always as (a_minor - b_minor) stored,
  reason text not null default '',
  -- who decided, where a person did
  decided_by uuid,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, flow_id) references recon_flow (tenant_id, id),
  foreign key (tenant_id, run_id) references recon_run (tenant_id, id)
);
create index match_group_list on match_group (tenant_id, flow_id, state, id);
-- What a rule has earned: its latest decisions.
create index match_group_decided on match_group (tenant_id, flow_id, rule_hash, decided_at) where decided_at is not null;
create index match_group_run on match_group (tenant_id, run_id);
call protect('match_group');

create table match_item (
  tenant_id uuid not null references tenant,
  group_id bigint not null,
  side text not null check (side in ('a', 'b')),
  line_id bigint not null,
  amount_minor bigint not null,
  is_active boolean not null default true,
  primary key (tenant_id, group_id, side, line_id),
  foreign key (tenant_id, group_id) references match_group (tenant_id, id)
);
-- No line is settled twice.
create unique index match_item_once on match_item (tenant_id, side, line_id) where is_active;
call protect('match_item');

-- A line that the latest kept run of a flow left open, and why.
create table recon_exception (
  tenant_id uuid not null references tenant,
  flow_id uuid not null,
  side text not null check (side in ('a', 'b')),
  line_id bigint not null,
  run_id uuid not null,
  kind text not null,
  -- the rule that found more than one way, and how many lines it had to choose from; -1: more than it counts
  rule text,
  candidates int not null default 0,
  since timestamptz not null default now(),
  primary key (tenant_id, flow_id, side, line_id),
  foreign key (tenant_id, flow_id) references recon_flow (tenant_id, id),
  foreign key (tenant_id, run_id) references recon_run (tenant_id, id)
);
create index recon_exception_kind on recon_exception (tenant_id, flow_id, kind, side, line_id);
create index recon_exception_run on recon_exception (tenant_id, run_id);
call protect('recon_exception');

-- A run numbers its matches before it writes them.
grant usage on sequence match_group_id_seq to sluice_app;
