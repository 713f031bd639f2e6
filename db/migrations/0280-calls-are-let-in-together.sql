-- Calls of one application that come together are judged together: its settings, its bucket and its counts are read and written
-- once for all of them. The function of single calls stays for processes that are not replaced yet.

/*
 * Lets calls of one application in, one after the other in the order given, or says why not, by the store's clock: processes
 * share the budget, and none trusts its own time. A call is `{"secret", "nonce", "stamp", "call"}`: `stamp` and `nonce` are those
 * of a signature; null: it is not signed. `call` null: it takes no place among the calls under way. What is refused takes nothing
 * of any budget. One row for each call, in their order:
 * ok | unknown | skew | replay | busy | rate | quota | month
 */
create function gateway_admit(app uuid, tolerance int, calls jsonb)
returns table (verdict text, wait_ms bigint, tokens_left int, day_left bigint, month_left bigint, day_ms bigint, month_ms bigint)
language plpgsql as $$
declare
  a record;
  b record;
  c record;
  at timestamptz;
  zone text;
  today date;
  filled float8;
  left_of_day bigint;
  left_of_month bigint;
  end_of_day bigint;
  end_of_month bigint;
  under_way bigint := 0;
  let_in int := 0;
  used_secrets uuid[] := '{}';
begin
  select g.is_enabled, g.expires_at, coalesce(g.rate_per_minute, p.rate_per_minute) as rate, coalesce(g.burst, p.burst) as burst,
         coalesce(g.quota_per_day, p.quota_per_day) as per_day, coalesce(g.quota_per_month, p.quota_per_month) as per_month,
         coalesce(g.concurrency, p.concurrency) as concurrency
    into a
    from gateway_application g left join gateway_plan p on p.tenant_id = g.tenant_id and p.id = g.plan_id
   where g.tenant_id = app_tenant() and g.id = app;
  at := clock_timestamp();
  if a.rate is null or not a.is_enabled or a.expires_at <= at then
    return query select 'unknown', 0::bigint, 0, null::bigint, null::bigint, null::bigint, null::bigint
      from jsonb_array_elements(calls);
    return;
  end if;
  insert into gateway_bucket (application_id, tokens, updated_at) values (app, a.burst, at) on conflict do nothing;
  select k.tokens, k.updated_at into b from gateway_bucket k where k.tenant_id = app_tenant() and k.application_id = app for update;
  -- One call of the application at a time from here on; whoever had the row before may have kept it for a while.
  at := clock_timestamp();
  filled := least(a.burst, b.tokens + greatest(0, extract(epoch from at - b.updated_at)) * a.rate / 60.0);
  select t.time_zone into zone from tenant t where t.id = app_tenant();
  today := (at at time zone zone)::date;
  if a.per_day is not null then
    select greatest(0, a.per_day - coalesce(sum(g.calls), 0)) into left_of_day from gateway_usage g
     where g.tenant_id = app_tenant() and g.application_id = app and g.day = today;
    end_of_day := ceil(extract(epoch from ((today + 1)::timestamp at time zone zone) - at) * 1000);
  end if;
  if a.per_month is not null then
    select greatest(0, a.per_month - coalesce(sum(g.calls), 0)) into left_of_month from gateway_usage g
     where g.tenant_id = app_tenant() and g.application_id = app and g.day >= date_trunc('month', today)::date and g.day <= today;
    end_of_month := ceil(extract(epoch from ((date_trunc('month', today) + interval '1 month')::timestamp at time zone zone) - at) * 1000);
  end if;
  if a.concurrency is not null then
    delete from gateway_slot s where s.tenant_id = app_tenant() and s.application_id = app and s.ends_at < at;
    select count(*) into under_way from gateway_slot s where s.tenant_id = app_tenant() and s.application_id = app;
  end if;
  for c in
    select (o.item ->> 'secret')::uuid as secret, o.item ->> 'nonce' as nonce, (o.item ->> 'stamp')::bigint as stamp,
           (o.item ->> 'call')::uuid as call
      from jsonb_array_elements(calls) with ordinality as o (item, place) order by o.place
  loop
    wait_ms := 0;
    tokens_left := floor(filled);
    day_left := left_of_day;
    month_left := left_of_month;
    day_ms := end_of_day;
    month_ms := end_of_month;
    if c.stamp is not null and abs(extract(epoch from at) - c.stamp) > tolerance then
      verdict := 'skew';
    elsif c.stamp is not null and exists (
      select from gateway_nonce n where n.tenant_id = app_tenant() and n.application_id = app and n.nonce = c.nonce) then
      verdict := 'replay';
    elsif a.concurrency is not null and c.call is not null and under_way >= a.concurrency then
      verdict := 'busy';
      wait_ms := 1000;
    elsif filled < 1 then
      verdict := 'rate';
      wait_ms := ceil((1 - filled) * 60000 / a.rate);
    elsif left_of_month = 0 then
      verdict := 'month';
      wait_ms := end_of_month;
    elsif left_of_day = 0 then
      verdict := 'quota';
      wait_ms := end_of_day;
    else
      verdict := 'ok';
      let_in := let_in + 1;
      filled := filled - 1;
      left_of_day := left_of_day - 1;
      left_of_month := left_of_month - 1;
      tokens_left := floor(filled);
      day_left := left_of_day;
      month_left := left_of_month;
      -- Of a call that is let in: one beyond the rate did nothing, may come again as it is, and leaves nothing behind.
      if c.stamp is not null then
        insert into gateway_nonce (application_id, nonce) values (app, c.nonce);
      end if;
      if a.concurrency is not null and c.call is not null then
        insert into gateway_slot (application_id, call_id, ends_at) values (app, c.call, at + interval '60 seconds');
        under_way := under_way + 1;
      end if;
      if c.secret is not null and not c.secret = any (used_secrets) then
        used_secrets := used_secrets || c.secret;
      end if;
    end if;
    return next;
  end loop;
  if let_in > 0 then
    update gateway_bucket k set tokens = filled, updated_at = at where k.tenant_id = app_tenant() and k.application_id = app;
    insert into gateway_usage as g (application_id, day, calls) values (app, today, let_in)
      on conflict (tenant_id, application_id, day) do update set calls = g.calls + excluded.calls;
    update gateway_application g set last_used_at = at
     where g.tenant_id = app_tenant() and g.id = app and coalesce(g.last_used_at, '-infinity') < at - interval '30 seconds';
    update gateway_secret s set last_used_at = at
     where s.tenant_id = app_tenant() and s.id = any (used_secrets) and coalesce(s.last_used_at, '-infinity') < at - interval '30 seconds';
  end if;
end $$;
