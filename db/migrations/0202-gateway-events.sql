-- Events out: an application hears of a strategy's records at an address of its own.

create table gateway_subscription (
  tenant_id uuid not null,
  id uuid not null,
  application_id uuid not null,
  strategy_id uuid not null,
  -- created | changed | written | error
  events text[] not null check (cardinality(events) > 0),
  url text not null,
  -- whsec_… of the Standard Webhooks scheme
  sealed text not null,
  is_enabled boolean not null default true,
  -- why it was stopped by itself: gone | failing
  stopped_by text check (stopped_by in ('gone', 'failing')),
  -- changes of records are looked at from here on
  seen_at timestamptz not null default clock_timestamp(),
  version int not null default 1,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, application_id) references gateway_application (tenant_id, id) on delete cascade,
  foreign key (tenant_id, strategy_id) references strategy (tenant_id, id) on delete cascade
);
create index gateway_subscription_application on gateway_subscription (tenant_id, application_id);
create index gateway_subscription_strategy on gateway_subscription (tenant_id, strategy_id);
call protect('gateway_subscription');

-- One event on its way; its id is the receiver's by which it tells a repeat.
create table gateway_delivery (
  tenant_id uuid not null,
  id uuid not null,
  subscription_id uuid not null,
  -- in which order the events of a record go; several are found in one moment
  nth bigserial not null,
  event text not null,
  record_id bigint not null,
  -- what makes it another event than an earlier one of the same record
  mark text not null,
  -- exactly what is sent, and signed
  body text not null,
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'failed')),
  tries int not null default 0,
  next_at timestamptz not null default clock_timestamp(),
  -- three days of tries are counted from here
  begun_at timestamptz not null default clock_timestamp(),
  last_status smallint,
  failure text,
  created_at timestamptz not null default clock_timestamp(),
  sent_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, subscription_id) references gateway_subscription (tenant_id, id) on delete cascade
);
create unique index gateway_delivery_once on gateway_delivery (tenant_id, subscription_id, record_id, event, mark);
create index gateway_delivery_list on gateway_delivery (tenant_id, subscription_id, created_at desc, id desc);
create index gateway_delivery_open on gateway_delivery (tenant_id, subscription_id, record_id, nth) where state in ('waiting', 'sending');
create index gateway_delivery_old on gateway_delivery (created_at);
call protect('gateway_delivery');
grant usage on sequence gateway_delivery_nth_seq to sluice_app;

-- Forced row-level security binds the owner of the tables too.
select set_config('app.system', 'on', true);
call hold_work('webhook', 'gateway_delivery', 'next_at', $$'waiting', 'sending'$$);
