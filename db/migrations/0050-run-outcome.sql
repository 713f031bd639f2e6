-- Rows that the strategy itself left out are counted apart from rows that were refused, and both sides of a run's end
-- follow: what was refused is an error as any other.

-- What ended before keeps its state; its figures are told apart as far as its refused rows are still kept. Of rows left
-- out only the first thousand were, of refused ones all.
select set_config('app.system', 'on', true);
update run r set counts = r.counts || jsonb_build_object(
    'rejected', least((r.counts ->> 'rejected')::bigint, kept.refused),
    'filtered', greatest((r.counts ->> 'rejected')::bigint - kept.refused, 0))
  from (
    select tenant_id, run_id,
           count(*) filter (where failure ->> 'code' not in ('source.filtered', 'source.deleteIgnored')) as refused
      from rejected_row group by tenant_id, run_id) kept
 where kept.tenant_id = r.tenant_id and kept.run_id = r.id and r.finished_at is not null
   and (r.counts ->> 'rejected')::bigint > kept.refused;
select set_config('app.system', '', true);

-- Rows refused by the newest run that read all it was to read.
alter table strategy_pulse add column rejected bigint not null default 0;

-- As countMissing of the contract.
create function missing_of(books jsonb) returns bigint language sql immutable parallel safe
  as $$ select tally_of(books, 'rejected') + tally_of(books, 'failed') + tally_of(books, 'dead') + tally_of(books, 'unknown') $$;

create or replace function tally_run() returns trigger language plpgsql as $$
declare
  has_ended boolean := new.finished_at is not null and old.finished_at is null;
begin
  insert into strategy_tally as t (tenant_id, strategy_id, at, read, fresh, written, errors, unknown, runs, failed_runs, run_ms)
  values (new.tenant_id, new.strategy_id, date_bin('15 minutes', clock_timestamp(), 'epoch'),
    tally_of(new.counts, 'read') - tally_of(old.counts, 'read'),
    tally_of(new.counts, 'fresh') - tally_of(old.counts, 'fresh'),
    tally_of(new.counts, 'written') - tally_of(old.counts, 'written'),
    missing_of(new.counts) - tally_of(new.counts, 'unknown') - missing_of(old.counts) + tally_of(old.counts, 'unknown'),
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
    insert into strategy_pulse as p (tenant_id, strategy_id, pulled_at, failures, rejected)
    values (new.tenant_id, new.strategy_id, case when new.state <> 'failed' then new.finished_at end,
      (new.state = 'failed')::int, tally_of(new.counts, 'rejected'))
    on conflict (tenant_id, strategy_id) do update set pulled_at = coalesce(excluded.pulled_at, p.pulled_at),
      failures = case when excluded.failures = 0 then 0 else p.failures + 1 end,
      -- One that looked at a part only, or broke off, takes nothing back.
      rejected = case when new.read_complete and new.trigger not in ('retry', 'remedy') and new."window" ->> 'kind' is null
        then excluded.rejected else greatest(p.rejected, excluded.rejected) end;
  end if;
  return null;
end $$;
