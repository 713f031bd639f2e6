-- What a strategy is held to: how fresh the newest business date of its records is, and how much of what it tries succeeds.
-- None is set before somebody sets it.

create table strategy_objective (
  tenant_id uuid not null,
  strategy_id uuid not null,
  -- the period that an error budget is for; tallies are kept for longer than the longest
  days int not null check (days in (7, 28)),
  -- of what was tried, so much is to succeed
  success_percent numeric(6, 3) check (success_percent > 0 and success_percent < 100),
  -- path to the business date in a record as it was read
  fresh_field text,
  -- the newest of them is to be no older than this, in so much of the looks
  fresh_minutes int check (fresh_minutes between 1 and 43200),
  fresh_percent numeric(6, 3) check (fresh_percent > 0 and fresh_percent < 100),
  -- the newest business date of a written record that is not in the future
  newest_at timestamptz,
  -- of the records looked at last: without a date that can be read, and with one in the future
  unread int not null default 0,
  ahead int not null default 0,
  -- the last change of a record that was looked at
  seen_at timestamptz,
  looked_at timestamptz,
  -- days (UTC) before this one are summed up in objective_day; null: none is
  rolled_to timestamptz,
  version int not null default 1,
  updated_by uuid,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, strategy_id),
  foreign key (tenant_id, strategy_id) references strategy (tenant_id, id) on delete cascade,
  check (success_percent is not null or fresh_minutes is not null),
  check (num_nulls(fresh_field, fresh_minutes, fresh_percent) in (0, 3))
);
call protect('strategy_objective');
call scope_by_strategy('strategy_objective');

-- Whether a strategy was fresh as it was looked at, counted by quarters of an hour (UTC).
create table objective_look (
  tenant_id uuid not null,
  strategy_id uuid not null,
  at timestamptz not null,
  good int not null default 0,
  bad int not null default 0,
  primary key (tenant_id, strategy_id, at),
  foreign key (tenant_id, strategy_id) references strategy_objective (tenant_id, strategy_id) on delete cascade
);
create index objective_look_at on objective_look (at);
call protect('objective_look');
call scope_by_strategy('objective_look');

-- What was counted on whole days (UTC), so that a period is a row a day and not ninety-six.
create table objective_day (
  tenant_id uuid not null,
  strategy_id uuid not null,
  day timestamptz not null,
  good bigint not null,
  -- may be below 0: what was in doubt yesterday turned out well today
  bad bigint not null,
  fresh_good bigint not null,
  fresh_bad bigint not null,
  primary key (tenant_id, strategy_id, day),
  foreign key (tenant_id, strategy_id) references strategy_objective (tenant_id, strategy_id) on delete cascade
);
create index objective_day_day on objective_day (day);
call protect('objective_day');
call scope_by_strategy('objective_day');

alter table alert_rule drop constraint alert_rule_kind_check;
alter table alert_rule add constraint alert_rule_kind_check
  check (kind in ('failures', 'backlog', 'process', 'errorRate', 'growth', 'wait', 'silent', 'credential', 'burn'));
