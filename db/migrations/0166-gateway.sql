-- The API gateway: programs of others, what each may call, how often, and what it called.

create table gateway_application (
  tenant_id uuid not null references tenant,
  id uuid not null,
  name text not null,
  remark text not null default '',
  -- what a caller names itself by; it names no tenant
  app_key text not null check (app_key ~ '^[A-Za-z0-9]{12}$'),
  is_enabled boolean not null default true,
  expires_at timestamptz,
  -- networks in the notation of CIDR; empty: from anywhere
  ip_allow text[] not null default '{}',
  rate_per_minute int not null default 60 check (rate_per_minute between 1 and 60000),
  burst int not null default 60 check (burst between 1 and 60000),
  -- null: as many as the rate allows
  quota_per_day bigint check (quota_per_day > 0),
  -- grows when all tokens are ended
  token_epoch int not null default 0,
  last_used_at timestamptz,
  version int not null default 1,
  owner_id uuid,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_by uuid,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create unique index gateway_application_key on gateway_application (app_key);
create unique index gateway_application_name on gateway_application (tenant_id, lower(name));
call protect('gateway_application');

-- Two may count while one takes over from the other. Sealed because signatures need the text; hashed for the sign-in.
create table gateway_secret (
  tenant_id uuid not null,
  id uuid not null,
  application_id uuid not null,
  sealed text not null,
  hash bytea not null,
  ends_at timestamptz,
  last_used_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, application_id) references gateway_application (tenant_id, id) on delete cascade
);
create index gateway_secret_application on gateway_secret (tenant_id, application_id);
call protect('gateway_secret');

-- A strategy, published to an application: which operations, and which fields of its records.
create table gateway_scope (
  tenant_id uuid not null,
  application_id uuid not null,
  strategy_id uuid not null,
  operations text[] not null,
  fields text[] not null default '{}',
  primary key (tenant_id, application_id, strategy_id),
  foreign key (tenant_id, application_id) references gateway_application (tenant_id, id) on delete cascade,
  foreign key (tenant_id, strategy_id) references strategy (tenant_id, id) on delete cascade
);
create index gateway_scope_strategy on gateway_scope (tenant_id, strategy_id);
call protect('gateway_scope');

-- Signed calls that came: a second one of the same nonce is a replay, wherever it comes.
create table gateway_nonce (
  tenant_id uuid not null,
  application_id uuid not null,
  nonce text not null,
  seen_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, application_id, nonce),
  foreign key (tenant_id, application_id) references gateway_application (tenant_id, id) on delete cascade
);
create index gateway_nonce_seen on gateway_nonce (seen_at);
call protect('gateway_nonce');

create table gateway_bucket (
  tenant_id uuid not null,
  application_id uuid not null,
  tokens float8 not null,
  updated_at timestamptz not null,
  primary key (tenant_id, application_id),
  foreign key (tenant_id, application_id) references gateway_application (tenant_id, id) on delete cascade
);
call protect('gateway_bucket');

-- Calls by day of the tenant's zone.
create table gateway_usage (
  tenant_id uuid not null,
  application_id uuid not null,
  day date not null,
  calls bigint not null default 0,
  refused bigint not null default 0,
  primary key (tenant_id, application_id, day),
  foreign key (tenant_id, application_id) references gateway_application (tenant_id, id) on delete cascade
);
call protect('gateway_usage');

-- One row for each call that was let in; it outlives the application and the strategy.
create table gateway_call (
  tenant_id uuid not null references tenant,
  id uuid not null,
  application_id uuid not null,
  application_name text not null,
  strategy_id uuid,
  operation text not null,
  method text not null,
  ip text not null,
  status smallint not null,
  code int not null,
  rows int not null default 0,
  duration_ms int not null,
  failure text,
  -- keys of the records that were answered or staged
  record_keys text[] not null default '{}',
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id)
);
create index gateway_call_time on gateway_call (tenant_id, created_at desc, id desc);
create index gateway_call_application on gateway_call (tenant_id, application_id, created_at desc, id desc);
create index gateway_call_old on gateway_call (created_at);
call protect('gateway_call');

-- What was answered to a key: the same call again gets the same answer and does nothing.
create table gateway_idempotency (
  tenant_id uuid not null,
  application_id uuid not null,
  strategy_id uuid not null,
  key text not null,
  body_hash bytea not null,
  answer text not null default '',
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, application_id, strategy_id, key),
  foreign key (tenant_id, application_id) references gateway_application (tenant_id, id) on delete cascade,
  foreign key (tenant_id, strategy_id) references strategy (tenant_id, id) on delete cascade
);
create index gateway_idempotency_old on gateway_idempotency (created_at);
create index gateway_idempotency_strategy on gateway_idempotency (tenant_id, strategy_id);
call protect('gateway_idempotency');

-- What a caller holds of a record that it sent. The inbox knows it by the same id.
create table gateway_receipt (
  tenant_id uuid not null,
  id uuid not null,
  application_id uuid not null,
  strategy_id uuid not null,
  inbox_id text not null,
  -- null: one record sent becomes several
  record_key text,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id),
  foreign key (tenant_id, application_id) references gateway_application (tenant_id, id) on delete cascade,
  foreign key (tenant_id, strategy_id) references strategy (tenant_id, id) on delete cascade
);
create index gateway_receipt_application on gateway_receipt (tenant_id, application_id);
create index gateway_receipt_strategy on gateway_receipt (tenant_id, strategy_id);
create index gateway_receipt_old on gateway_receipt (created_at);
call protect('gateway_receipt');

/*
 * Lets a call in or says why not, by the store's clock: processes share the budget, and none trusts its own time.
 * `stamp` and `given_nonce` are those of a signature; null: the call is not signed.
 * ok | unknown | skew | replay | rate | quota
 */
create function gateway_admit(app uuid, secret uuid, given_nonce text, stamp bigint, tolerance int)
returns table (verdict text, wait_ms bigint, tokens_left int, quota_left bigint)
language plpgsql as $$
declare
  a record;
  u record;
  at timestamptz;
  zone text;
  today date;
  filled float8;
begin
  select * into a from gateway_application g where g.tenant_id = app_tenant() and g.id = app;
  at := clock_timestamp();
  if a.id is null or not a.is_enabled or a.expires_at <= at then
    return query select 'unknown', 0::bigint, 0, null::bigint;
    return;
  end if;
  if stamp is not null then
    if abs(extract(epoch from at) - stamp) > tolerance then
      return query select 'skew', 0::bigint, 0, null::bigint;
      return;
    end if;
    insert into gateway_nonce (application_id, nonce) values (app, given_nonce) on conflict do nothing;
    if not found then
      return query select 'replay', 0::bigint, 0, null::bigint;
      return;
    end if;
  end if;
  insert into gateway_bucket (application_id, tokens, updated_at) values (app, a.burst, at) on conflict do nothing;
  select b.tokens, b.updated_at into u from gateway_bucket b where b.tenant_id = app_tenant() and b.application_id = app for update;
  -- Whoever had the row before may have kept it for a while.
  at := clock_timestamp();
  filled := least(a.burst, u.tokens + greatest(0, extract(epoch from at - u.updated_at)) * a.rate_per_minute / 60.0);
  select t.time_zone into zone from tenant t where t.id = app_tenant();
  today := (at at time zone zone)::date;
  insert into gateway_usage (application_id, day) values (app, today) on conflict do nothing;
  select g.calls into u from gateway_usage g where g.tenant_id = app_tenant() and g.application_id = app and g.day = today for update;
  if filled < 1 or u.calls >= a.quota_per_day then
    update gateway_usage g set refused = g.refused + 1
     where g.tenant_id = app_tenant() and g.application_id = app and g.day = today;
    if filled < 1 then
      return query select 'rate', ceil((1 - filled) * 60000 / a.rate_per_minute)::bigint, 0, a.quota_per_day - u.calls;
    else
      return query select 'quota',
        ceil(extract(epoch from ((today + 1)::timestamp at time zone zone) - at) * 1000)::bigint, floor(filled)::int, 0::bigint;
    end if;
    return;
  end if;
  update gateway_bucket b set tokens = filled - 1, updated_at = at where b.tenant_id = app_tenant() and b.application_id = app;
  update gateway_usage g set calls = g.calls + 1
   where g.tenant_id = app_tenant() and g.application_id = app and g.day = today;
  update gateway_application g set last_used_at = at
   where g.tenant_id = app_tenant() and g.id = app and coalesce(g.last_used_at, '-infinity') < at - interval '30 seconds';
  update gateway_secret s set last_used_at = at
   where s.tenant_id = app_tenant() and s.id = secret and coalesce(s.last_used_at, '-infinity') < at - interval '30 seconds';
  return query select 'ok', 0::bigint, floor(filled - 1)::int, a.quota_per_day - u.calls - 1;
end $$;
