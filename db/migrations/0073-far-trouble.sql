-- What stands behind a far system that fails: since when, how often it was tried, and the reason itself.
alter table connector_account
  add column failing_since timestamptz,
  add column tries int not null default 0,
  -- {code, message, advice, technical} of the last try
  add column reason jsonb,
  -- when it answered again, after it had been failing
  add column restored_at timestamptz,
  -- was never anything but empty
  drop column failure;

select set_config('app.system', 'on', true);
update connector_account set failing_since = clock_timestamp(), tries = open_count,
  reason = '{"code": "account.unknown", "message": "The far system does not answer as it should."}'
 where open_until is not null;
select set_config('app.system', '', true);

-- A request of this run that failed and is sent again: {role, reason, since, tries, next}; null: none is under way.
alter table run add column trying jsonb;
