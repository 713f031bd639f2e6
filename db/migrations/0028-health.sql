-- How strategies do over time, and who is told when one does not do well.

-- What the runs of a strategy did in a quarter of an hour (UTC). Kept for five weeks, so that this hour can be compared
-- with the same hour of the weeks before without reading runs. No foreign key: it would cost every page of a run.
create table strategy_tally (
  tenant_id uuid not null,
  strategy_id uuid not null,
  -- its beginning
  at timestamptz not null,
  read bigint not null default 0,
  fresh bigint not null default 0,
  written bigint not null default 0,
  -- failed and dead
  errors bigint not null default 0,
  unknown bigint not null default 0,
  runs int not null default 0,
  failed_runs int not null default 0,
  -- of the runs that ended, from their start
  run_ms bigint not null default 0,
  primary key (tenant_id, strategy_id, at)
);
create index strategy_tally_at on strategy_tally (tenant_id, at);
call protect('strategy_tally');
-- No scope by strategy: it would be asked for every row of five weeks. Whoever reads these joins the strategies they see.

-- What became of a strategy's newest runs.
create table strategy_pulse (
  tenant_id uuid not null,
  strategy_id uuid not null,
  -- end of the newest run that read all it was to read
  pulled_at timestamptz,
  -- failed runs since the last that did not
  failures int not null default 0,
  primary key (tenant_id, strategy_id),
  foreign key (tenant_id, strategy_id) references strategy (tenant_id, id) on delete cascade
);
call protect('strategy_pulse');
call scope_by_strategy('strategy_pulse');

create function tally_of(books jsonb, name text) returns bigint language sql immutable parallel safe
  as $$ select coalesce((books ->> name)::bigint, 0) $$;

-- The books of a run move once a page: what they moved by belongs to this quarter of an hour. Its end moves them no more.
create function tally_run() returns trigger language plpgsql as $$
declare
  has_ended boolean := new.finished_at is not null and old.finished_at is null;
begin
  insert into strategy_tally as t (tenant_id, strategy_id, at, read, fresh, written, errors, unknown, runs, failed_runs, run_ms)
  values (new.tenant_id, new.strategy_id, date_bin('15 minutes', clock_timestamp(), 'epoch'),
    tally_of(new.counts, 'read') - tally_of(old.counts, 'read'),
    tally_of(new.counts, 'fresh') - tally_of(old.counts, 'fresh'),
    tally_of(new.counts, 'written') - tally_of(old.counts, 'written'),
    tally_of(new.counts, 'failed') + tally_of(new.counts, 'dead') - tally_of(old.counts, 'failed') - tally_of(old.counts, 'dead'),
    tally_of(new.counts, 'unknown') - tally_of(old.counts, 'unknown'),
    has_ended::int, (has_ended and new.state = 'failed')::int,
    case when has_ended and new.started_at is not null
      then extract(epoch from new.finished_at - new.started_at) * 1000 else 0 end)
  on conflict (tenant_id, strategy_id, at) do update set read = t.read + excluded.read,
    fresh = t.fresh + excluded.fresh, written = t.written + excluded.written, errors = t.errors + excluded.errors,
    unknown = t.unknown + excluded.unknown, runs = t.runs + excluded.runs,
    failed_runs = t.failed_runs + excluded.failed_runs, run_ms = t.run_ms + excluded.run_ms;
  -- A run that somebody stopped says nothing about the strategy.
  if has_ended and new.state in ('succeeded', 'partial', 'failed') then
    insert into strategy_pulse as p (tenant_id, strategy_id, pulled_at, failures)
    values (new.tenant_id, new.strategy_id, case when new.state <> 'failed' then new.finished_at end,
      (new.state = 'failed')::int)
    on conflict (tenant_id, strategy_id) do update set pulled_at = coalesce(excluded.pulled_at, p.pulled_at),
      failures = case when excluded.failures = 0 then 0 else p.failures + 1 end;
  end if;
  return null;
end $$;
create trigger run_tally after update of counts, finished_at on run for each row
  when (old.counts is distinct from new.counts or old.finished_at is distinct from new.finished_at)
  execute function tally_run();

-- Where alerts are sent.
create table alert_channel (
  tenant_id uuid not null references tenant,
  id uuid not null,
  name text not null,
  kind text not null check (kind in ('notice', 'email', 'dingtalk', 'wecom', 'feishu', 'webhook')),
  -- what may be shown: the addresses of e-mail, the address of a webhook
  settings jsonb not null default '{}',
  -- tokens and keys; every top field is sealed
  secrets jsonb not null default '{}',
  -- of what is written: zh-CN, zh-TW, en-US, pt-BR
  language text not null,
  -- when nothing is sent: {windows: ActiveWindow[], timeZone}; null: never
  quiet jsonb,
  is_enabled boolean not null default true,
  in_self_test boolean not null default true,
  sent_at timestamptz,
  failed_at timestamptz,
  failure text,
  version int not null default 1,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, name)
);
call protect('alert_channel');

create table alert_rule (
  tenant_id uuid not null references tenant,
  id uuid not null,
  name text not null,
  kind text not null
    check (kind in ('failures', 'backlog', 'process', 'errorRate', 'growth', 'wait', 'silent', 'credential')),
  -- in the unit of its kind; growth, process and silent have none
  threshold int,
  -- what error rate and growth look at
  window_minutes int,
  scope text not null check (scope in ('all', 'group', 'strategy')),
  -- names of groups, or ids of strategies
  scope_values text[] not null default '{}',
  channel_ids uuid[] not null default '{}',
  -- what goes on is told again after so long; null: once
  repeat_minutes int,
  -- told so often without an end, it goes to these too; null: never
  escalate_after int,
  escalate_channel_ids uuid[] not null default '{}',
  tells_recovery boolean not null default true,
  -- heeds no quiet hours
  is_urgent boolean not null default false,
  is_enabled boolean not null default true,
  version int not null default 1,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, name)
);
call protect('alert_rule');

-- Something a rule speaks of, from its beginning to its end.
create table alert_event (
  tenant_id uuid not null,
  id uuid not null,
  rule_id uuid not null,
  object_type text not null check (object_type in ('strategy', 'connector', 'process')),
  object_id uuid not null,
  object_name text not null,
  -- English sentence with the figures of the last look
  text text not null,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  told_at timestamptz,
  -- how often it was told
  told int not null default 0,
  resolved_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, rule_id) references alert_rule (tenant_id, id) on delete cascade
);
create unique index alert_event_open on alert_event (tenant_id, rule_id, object_id) where resolved_at is null;
create index alert_event_rule on alert_event (tenant_id, rule_id);
call protect('alert_event');

-- One message to one channel.
create table alert_delivery (
  tenant_id uuid not null,
  id uuid not null,
  channel_id uuid not null,
  -- one address of an e-mail channel; else empty
  recipient text not null default '',
  -- null: a test, or about the watch itself
  rule_id uuid,
  rule_name text not null default '',
  kind text not null check (kind in ('alert', 'repeat', 'escalation', 'recovery', 'test', 'watch')),
  -- [{event_id, object_type, object_id, object_name, text}], the first of `count`
  items jsonb not null default '[]',
  count int not null default 0,
  -- unknown: sent, and nobody can say whether it arrived; dropped: over before the quiet hours were
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'failed', 'unknown', 'dropped')),
  -- waits for the end of the channel's quiet hours
  is_held boolean not null default false,
  tries int not null default 0,
  -- claims that ran out, and answers that were lost
  doubts int not null default 0,
  -- nobody sends it before; of one that is being sent, when the claim runs out
  next_at timestamptz not null default now(),
  failure text,
  self_test_id uuid,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, channel_id) references alert_channel (tenant_id, id) on delete cascade
);
create index alert_delivery_due on alert_delivery (next_at) where state in ('waiting', 'sending');
create index alert_delivery_channel on alert_delivery (tenant_id, channel_id, id desc);
call protect('alert_delivery');

create table alert_setting (
  tenant_id uuid primary key references tenant,
  -- sealed; asked after every look at the rules, so that somebody outside notices when no more looks are made
  heartbeat_url text,
  heartbeat_minutes int not null default 5,
  beat_at timestamptz,
  beat_failure text,
  -- hour of the tenant's day at which all channels are tested; null: never
  self_test_hour int check (self_test_hour between 0 and 23),
  self_test_at timestamptz,
  self_test_id uuid,
  updated_at timestamptz not null default now()
);
call protect('alert_setting');

-- Who wants to know when a strategy is abnormal or stalled, whatever the rules say.
create table alert_subscription (
  tenant_id uuid not null,
  user_id uuid not null,
  strategy_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, user_id, strategy_id),
  foreign key (tenant_id, user_id) references app_user (tenant_id, id) on delete cascade,
  foreign key (tenant_id, strategy_id) references strategy (tenant_id, id) on delete cascade
);
create index alert_subscription_strategy on alert_subscription (tenant_id, strategy_id);
call protect('alert_subscription');
call scope_by_strategy('alert_subscription');

-- One row for the installation: who looks at the rules at the moment, and when that was last done to its end.
create table alert_watch (
  singleton boolean primary key default true check (singleton),
  holder uuid,
  lease_until timestamptz not null default '-infinity',
  started_at timestamptz,
  finished_at timestamptz,
  next_at timestamptz not null default now(),
  -- the last look failed
  failure text,
  -- since when somebody has been told that no look is made any more
  alarmed_at timestamptz
);
insert into alert_watch default values;
grant select, update on alert_watch to sluice_app;

-- What happened before this migration, as far as runs are kept. A run counts where it ended.
select set_config('app.system', 'on', true);
insert into strategy_tally (tenant_id, strategy_id, at, read, fresh, written, errors, unknown, runs, failed_runs, run_ms)
select tenant_id, strategy_id, date_bin('15 minutes', coalesce(finished_at, updated_at), 'epoch'),
       sum(tally_of(counts, 'read')), sum(tally_of(counts, 'fresh')), sum(tally_of(counts, 'written')),
       sum(tally_of(counts, 'failed') + tally_of(counts, 'dead')), sum(tally_of(counts, 'unknown')), count(finished_at),
       count(finished_at) filter (where state = 'failed'),
       coalesce(sum(extract(epoch from finished_at - started_at) * 1000)::bigint, 0)
  from run where created_at > now() - interval '36 days'
 group by 1, 2, 3;
insert into strategy_pulse (tenant_id, strategy_id, pulled_at, failures)
select r.tenant_id, r.strategy_id, max(r.finished_at) filter (where r.state <> 'failed'),
       count(*) filter (where r.state = 'failed' and r.finished_at > coalesce((
         select max(g.finished_at) from run g where g.tenant_id = r.tenant_id and g.strategy_id = r.strategy_id
          and g.state in ('succeeded', 'partial')), '-infinity'))
  from run r where r.state in ('succeeded', 'partial', 'failed') and r.finished_at is not null
 group by r.tenant_id, r.strategy_id;
select set_config('app.system', '', true);
