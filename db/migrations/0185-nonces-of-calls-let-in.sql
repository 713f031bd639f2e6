-- A nonce is kept of a call that is let in: one beyond the rate did nothing, may come again as it is, and leaves nothing behind.
create or replace function gateway_admit(app uuid, secret uuid, given_nonce text, stamp bigint, tolerance int)
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
  if stamp is not null and abs(extract(epoch from at) - stamp) > tolerance then
    return query select 'skew', 0::bigint, 0, null::bigint;
    return;
  end if;
  insert into gateway_bucket (application_id, tokens, updated_at) values (app, a.burst, at) on conflict do nothing;
  -- One call of the application at a time from here on: of two with one nonce the second sees the first.
  select b.tokens, b.updated_at into u from gateway_bucket b where b.tenant_id = app_tenant() and b.application_id = app for update;
  -- Whoever had the row before may have kept it for a while.
  at := clock_timestamp();
  if stamp is not null and exists (
    select from gateway_nonce n where n.tenant_id = app_tenant() and n.application_id = app and n.nonce = given_nonce) then
    return query select 'replay', 0::bigint, 0, null::bigint;
    return;
  end if;
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
  if stamp is not null then
    insert into gateway_nonce (application_id, nonce) values (app, given_nonce);
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
