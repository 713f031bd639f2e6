-- When a queued run may start: turns of tenants, what a run waits for, wishes, links between strategies, accounts, quotas.

-- Columns of other files that the queue's index needs.
alter table run add column if not exists pool_id uuid;
alter table run add column if not exists follow boolean not null default false;
alter table run
  -- 0: asked for by a person
  add column priority smallint not null default 1,
  -- why it may not start yet, {code, params, until}; null: it may
  add column hold jsonb,
  -- when to ask again
  add column look_at timestamptz,
  drop constraint run_trigger_check,
  add constraint run_trigger_check
    check (trigger in ('schedule', 'manual', 'push', 'retry', 'callback', 'chain', 'remedy'));

-- The queue. Tenant and pool lead, so that a claim finds every tenant that waits, and its first run, by one probe each.
create index run_queue on run (follow, tenant_id, pool_id, priority, created_at, id) where state = 'queued' and hold is null;
create index run_hold on run (look_at) where state = 'queued' and hold is not null;
drop index run_slot;
create unique index run_slot on run (tenant_id, strategy_id, trigger, slot_at) where slot_at is not null;

-- Whoever queues a run need not know of pools.
create function choose_pool() returns trigger language plpgsql as $$
begin
  select coalesce(process_id, tenant_id) into new.pool_id
    from strategy where tenant_id = new.tenant_id and id = new.strategy_id;
  return new;
end $$;
create trigger run_pool before insert on run for each row when (new.pool_id is null) execute function choose_pool();

-- A wish for a run that could not be made at once: the strategy was live, or several slots were missed.
create table run_wish (
  tenant_id uuid not null,
  id bigint generated always as identity,
  strategy_id uuid not null,
  trigger text not null,
  slot_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique nulls not distinct (tenant_id, strategy_id, trigger, slot_at),
  foreign key (tenant_id, strategy_id) references strategy (tenant_id, id) on delete cascade
);
call protect('run_wish');

alter table strategy
  -- no run starts by itself while this is set; runs by hand do
  add column paused_at timestamptz,
  -- next slot of the second look at what was read before; null without one
  add column remedy_at timestamptz,
  -- earliest retry of its records, as of the end of its last run
  add column retry_at timestamptz;
create index strategy_remedy on strategy (remedy_at) where remedy_at is not null;
create index strategy_retry on strategy (retry_at) where retry_at is not null;

-- What a strategy waits for (idle, succeeded, finished) and what it runs after (after). Never a circle.
create table strategy_link (
  tenant_id uuid not null,
  strategy_id uuid not null,
  upstream_id uuid not null,
  kind text not null check (kind in ('idle', 'succeeded', 'finished', 'after')),
  primary key (tenant_id, strategy_id, upstream_id, kind),
  foreign key (tenant_id, strategy_id) references strategy (tenant_id, id) on delete cascade,
  foreign key (tenant_id, upstream_id) references strategy (tenant_id, id)
);
create index strategy_link_upstream on strategy_link (tenant_id, upstream_id);
call protect('strategy_link');

-- Limits of the account at the far system, shared by everything that uses the connector; null: none.
alter table connector
  add column rate_per_second double precision check (rate_per_second > 0 and rate_per_second <= 100000),
  add column concurrency int check (concurrency between 1 and 1000);

-- One row per account that is limited or in trouble. All times are this server's.
create table connector_account (
  tenant_id uuid not null,
  connector_id uuid not null,
  -- the bucket as of refilled_at
  tokens double precision not null default 0,
  refilled_at timestamptz not null default clock_timestamp(),
  -- the far system asked for patience (Retry-After)
  paused_until timestamptz,
  -- too many failures in a row: nothing is sent before this, then one request tries
  open_until timestamptz,
  -- how often it has been opened since the last success
  open_count int not null default 0,
  failure text,
  primary key (tenant_id, connector_id),
  foreign key (tenant_id, connector_id) references connector (tenant_id, id) on delete cascade
);
call protect('connector_account');

-- How many requests at once each process may have under way with a limited account.
create table connector_share (
  tenant_id uuid not null,
  connector_id uuid not null,
  process_id uuid not null,
  slots int not null,
  wanted int not null,
  -- since when it has been without any
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (tenant_id, connector_id, process_id),
  foreign key (tenant_id, connector_id) references connector (tenant_id, id) on delete cascade
);
call protect('connector_share');

-- What a tenant may use; null: no limit. Read by the tenant, written by the operator.
create table tenant_quota (
  tenant_id uuid primary key references tenant,
  -- share of the places where tenants compete
  weight real not null default 1 check (weight between 0.1 and 100),
  -- runs at once over all processes
  runs int check (runs > 0),
  strategies int check (strategies >= 0),
  records_per_month bigint check (records_per_month >= 0),
  storage_bytes bigint check (storage_bytes >= 0),
  updated_at timestamptz not null default now()
);
alter table tenant_quota enable row level security;
alter table tenant_quota force row level security;
create policy tenant on tenant_quota using (tenant_id = app_tenant() or app_system()) with check (app_system());
grant select, insert, update on tenant_quota to sluice_app;

-- When each tenant last had its turn, and what it stores. One small row per tenant, changed by every claim.
create table tenant_load (
  tenant_id uuid primary key references tenant,
  taken_at timestamptz not null default 'epoch',
  stored_bytes bigint not null default 0,
  measured_at timestamptz not null default 'epoch'
) with (fillfactor = 50);
call protect('tenant_load');

-- Records read, by month in the tenant's zone; counted when a run ends.
create table tenant_usage (
  tenant_id uuid not null references tenant,
  month date not null,
  records bigint not null default 0,
  primary key (tenant_id, month)
);
call protect('tenant_usage');

create function make_tenant_quota() returns trigger language plpgsql as $$
begin
  insert into tenant_quota (tenant_id) values (new.id);
  insert into tenant_load (tenant_id) values (new.id);
  return new;
end $$;
create trigger tenant_first_quota after insert on tenant for each row execute function make_tenant_quota();

-- Forced row-level security binds the owner of the tables too.
select set_config('app.system', 'on', true);
insert into tenant_quota (tenant_id) select id from tenant;
insert into tenant_load (tenant_id) select id from tenant;
update strategy s set retry_at = (
  select min(retry_at) from record_state r where r.tenant_id = s.tenant_id and r.strategy_id = s.id and r.retry_at is not null);
select set_config('app.system', '', true);
