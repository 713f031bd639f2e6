-- Pushing into passive strategies: how a sender proves itself, and rows that stay a while after they were taken.

create table push_endpoint (
  tenant_id uuid not null,
  strategy_id uuid not null,
  -- sha-256 of the push token, which is shown once
  token_hash bytea,
  token_set_at timestamptz,
  -- PushSettings of the contract
  settings jsonb not null default '{}',
  -- sealed; for signatures
  secret text,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, strategy_id),
  foreign key (tenant_id, strategy_id) references strategy (tenant_id, id) on delete cascade
);
-- A sender names the strategy and no tenant.
create unique index push_endpoint_strategy on push_endpoint (strategy_id);
call protect('push_endpoint');

-- A row is marked when its page is durable, and stays for retain_days: so long its delivery id is known.
alter table inbox add column taken_at timestamptz, add column retain_days smallint not null default 7;
create index inbox_waiting on inbox (tenant_id, inbox_id, id) where taken_at is null;
create index inbox_taken on inbox (tenant_id, inbox_id, taken_at) where taken_at is not null;
drop index inbox_read;
