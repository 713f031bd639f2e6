-- Named plans: what an application may take of the gateway. What the application sets itself goes before its plan's.

create table gateway_plan (
  tenant_id uuid not null references tenant,
  id uuid not null,
  name text not null,
  remark text not null default '',
  rate_per_minute int not null default 60 check (rate_per_minute between 1 and 60000),
  burst int not null default 60 check (burst between 1 and 60000),
  -- null: as many as the rate allows
  quota_per_day bigint check (quota_per_day > 0),
  quota_per_month bigint check (quota_per_month > 0),
  -- calls under way at once; null: as many as come
  concurrency int check (concurrency between 1 and 1000),
  -- who is turned away first when a process has too much in hand: low, then normal
  priority text not null default 'normal' check (priority in ('high', 'normal', 'low')),
  version int not null default 1,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_by uuid,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create unique index gateway_plan_name on gateway_plan (tenant_id, lower(name));
call protect('gateway_plan');

alter table gateway_application
  add column plan_id uuid,
  add column quota_per_month bigint check (quota_per_month > 0),
  add column concurrency int check (concurrency between 1 and 1000),
  -- null: the plan's
  alter column rate_per_minute drop not null,
  alter column rate_per_minute drop default,
  alter column burst drop not null,
  alter column burst drop default,
  add foreign key (tenant_id, plan_id) references gateway_plan (tenant_id, id),
  add check (plan_id is not null or (rate_per_minute is not null and burst is not null));
create index gateway_application_plan on gateway_application (tenant_id, plan_id);

-- Calls under way of applications whose number is limited; one whose process died ends by itself.
create table gateway_slot (
  tenant_id uuid not null,
  application_id uuid not null,
  call_id uuid not null,
  ends_at timestamptz not null,
  primary key (tenant_id, application_id, call_id),
  foreign key (tenant_id, application_id) references gateway_application (tenant_id, id) on delete cascade
);
call protect('gateway_slot');

-- Refused calls have rows too: alike ones of the same moment share one.
alter table gateway_call add column times int not null default 1 check (times > 0);

drop function gateway_admit(uuid, uuid, text, bigint, int);

/*
 * Lets a call in or says why not, by the store's clock: processes share the budget, and none trusts its own time.
 * `stamp` and `given_nonce` are those of a signature; null: the call is not signed. `call` null: it takes no place among the
 * calls under way. What is refused takes nothing of any budget.
 * ok | unknown | skew | replay | busy | rate | quota | month
 */
create function gateway_admit(app uuid, secret uuid, given_nonce text, stamp bigint, tolerance int, call uuid)
returns table (verdict text, wait_ms bigint, tokens_left int, day_left bigint, month_left bigint, day_ms bigint, month_ms bigint)
language plpgsql as $$
declare
  a record;
  u record;
  at timestamptz;
  zone text;
  today date;
  filled float8;
  of_day bigint;
  of_month bigint;
begin
  select g.is_enabled, g.expires_at, coalesce(g.rate_per_minute, p.rate_per_minute) as rate, coalesce(g.burst, p.burst) as burst,
         coalesce(g.quota_per_day, p.quota_per_day) as per_day, coalesce(g.quota_per_month, p.quota_per_month) as per_month,
         coalesce(g.concurrency, p.concurrency) as concurrency
    into a
    from gateway_application g left join gateway_plan p on p.tenant_id = g.tenant_id and p.id = g.plan_id
   where g.tenant_id = app_tenant() and g.id = app;
  at := clock_timestamp();
  if a.rate is null or not a.is_enabled or a.expires_at <= at then
    verdict := 'unknown';
    return next;
    return;
  end if;
  if stamp is not null then
    if abs(extract(epoch from at) - stamp) > tolerance then
      verdict := 'skew';
      return next;
      return;
    end if;
  end if;
  insert into gateway_bucket (application_id, tokens, updated_at) values (app, a.burst, at) on conflict do nothing;
  select b.tokens, b.updated_at into u from gateway_bucket b where b.tenant_id = app_tenant() and b.application_id = app for update;
  -- One call of the application at a time from here on; whoever had the row before may have kept it for a while.
  at := clock_timestamp();
  if stamp is not null and exists (
    select from gateway_nonce n where n.tenant_id = app_tenant() and n.application_id = app and n.nonce = given_nonce) then
    verdict := 'replay';
    return next;
    return;
  end if;
  filled := least(a.burst, u.tokens + greatest(0, extract(epoch from at - u.updated_at)) * a.rate / 60.0);
  select t.time_zone into zone from tenant t where t.id = app_tenant();
  today := (at at time zone zone)::date;
  if a.per_day is not null then
    select coalesce(sum(g.calls), 0) into of_day from gateway_usage g
     where g.tenant_id = app_tenant() and g.application_id = app and g.day = today;
    day_left := greatest(0, a.per_day - of_day);
    day_ms := ceil(extract(epoch from ((today + 1)::timestamp at time zone zone) - at) * 1000);
  end if;
  if a.per_month is not null then
    select coalesce(sum(g.calls), 0) into of_month from gateway_usage g
     where g.tenant_id = app_tenant() and g.application_id = app and g.day >= date_trunc('month', today)::date and g.day <= today;
    month_left := greatest(0, a.per_month - of_month);
    month_ms := ceil(extract(epoch from ((date_trunc('month', today) + interval '1 month')::timestamp at time zone zone) - at) * 1000);
  end if;
  tokens_left := floor(filled);
  if a.concurrency is not null and call is not null then
    delete from gateway_slot s where s.tenant_id = app_tenant() and s.application_id = app and s.ends_at < at;
    if (select count(*) from gateway_slot s where s.tenant_id = app_tenant() and s.application_id = app) >= a.concurrency then
      verdict := 'busy';
      wait_ms := 1000;
      return next;
      return;
    end if;
  end if;
  if filled < 1 then
    verdict := 'rate';
    wait_ms := ceil((1 - filled) * 60000 / a.rate);
  elsif month_left = 0 then
    verdict := 'month';
    wait_ms := month_ms;
  elsif day_left = 0 then
    verdict := 'quota';
    wait_ms := day_ms;
  else
    verdict := 'ok';
    wait_ms := 0;
    tokens_left := floor(filled - 1);
    day_left := day_left - 1;
    month_left := month_left - 1;
    -- Of a call that is let in: one beyond the rate did nothing, may come again as it is, and leaves nothing behind.
    if stamp is not null then
      insert into gateway_nonce (application_id, nonce) values (app, given_nonce);
    end if;
    update gateway_bucket b set tokens = filled - 1, updated_at = at where b.tenant_id = app_tenant() and b.application_id = app;
    insert into gateway_usage as g (application_id, day, calls) values (app, today, 1)
      on conflict (tenant_id, application_id, day) do update set calls = g.calls + 1;
    if a.concurrency is not null and call is not null then
      insert into gateway_slot (application_id, call_id, ends_at) values (app, call, at + interval '60 seconds');
    end if;
    update gateway_application g set last_used_at = at
     where g.tenant_id = app_tenant() and g.id = app and coalesce(g.last_used_at, '-infinity') < at - interval '30 seconds';
    update gateway_secret s set last_used_at = at
     where s.tenant_id = app_tenant() and s.id = secret and coalesce(s.last_used_at, '-infinity') < at - interval '30 seconds';
  end if;
  return next;
end $$;
