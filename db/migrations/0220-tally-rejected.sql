-- What was refused as it was read is told apart in the quarters of an hour too. `errors` holds it as before; of older
-- quarters nobody knows how much of it that was.
alter table strategy_tally add column rejected bigint not null default 0;

create function tally_rejected() returns trigger language plpgsql as $$
begin
  insert into strategy_tally as t (tenant_id, strategy_id, at, rejected)
  values (new.tenant_id, new.strategy_id, date_bin('15 minutes', clock_timestamp(), 'epoch'),
    tally_of(new.counts, 'rejected') - tally_of(old.counts, 'rejected'))
  on conflict (tenant_id, strategy_id, at) do update set rejected = t.rejected + excluded.rejected;
  return null;
end $$;
-- Few runs refuse anything: the others pay nothing.
create trigger run_tally_rejected after update of counts on run for each row
  when (old.counts -> 'rejected' is distinct from new.counts -> 'rejected')
  execute function tally_rejected();
