-- Months of an account that are settled: nothing in them changes any more, whoever asks.

-- Everything of the account before this day is settled; null: nothing is.
alter table recon_account add column locked_before date;
-- A line that came when its own month was settled counts in the month that begins here. Null: it counts in its own.
alter table bill_line add column booked_in date;
alter table supply_line add column booked_in date;
create index bill_line_late on bill_line (tenant_id, account_id, booked_in, occurred_at, id) where booked_in is not null;
create index supply_line_late on supply_line (tenant_id, account_id, booked_in, occurred_at, id) where booked_in is not null;

-- A month that somebody closed, or opened again. A month without a row is open.
create table recon_period (
  tenant_id uuid not null references tenant,
  account_id uuid not null,
  -- its first day
  month date not null check (extract(day from month) = 1),
  -- closing, restoring: a job is at work. archived: its lines stand in the file and may be gone from here
  state text not null check (state in ('open', 'closing', 'closed', 'archiving', 'archived', 'restoring')),
  -- as they were when it was closed: opening + in + out = closing
  opening_minor numeric,
  in_minor numeric,
  out_minor numeric,
  closing_minor numeric,
  b_minor numeric,
  a_count bigint,
  b_count bigint,
  carried_count bigint,
  late_count bigint,
  -- SHA-256 over all its lines in their order
  content_hash bytea,
  -- the check-list as it was agreed to
  points jsonb,
  note text not null default '',
  closed_by uuid,
  closed_at timestamptz,
  reopened_by uuid,
  reopened_at timestamptz,
  reopen_reason text not null default '',
  -- below the archive of the tenant
  archive_path text,
  archive_bytes bigint,
  archive_sha256 bytea,
  archived_by uuid,
  archived_at timestamptz,
  restored_at timestamptz,
  version int not null default 1,
  primary key (tenant_id, account_id, month),
  foreign key (tenant_id, account_id) references recon_account (tenant_id, id),
  check (closing_minor = opening_minor + in_minor + out_minor)
);
call protect('recon_period');

-- Lines that were open when their month was closed: they may still be matched, and nothing else.
create table recon_carried (
  tenant_id uuid not null references tenant,
  side text not null check (side in ('a', 'b')),
  line_id bigint not null,
  account_id uuid not null,
  month date not null,
  primary key (tenant_id, side, line_id),
  foreign key (tenant_id, account_id, month) references recon_period (tenant_id, account_id, month)
);
create index recon_carried_month on recon_carried (tenant_id, account_id, month);
call protect('recon_carried');

-- Closing, archiving and restoring a month.
create table period_job (
  tenant_id uuid not null references tenant,
  id uuid not null,
  account_id uuid not null,
  month date not null,
  step text not null check (step in ('close', 'archive', 'restore')),
  phase text not null default 'queued' check (phase in ('queued', 'reading', 'writing', 'checking', 'removing', 'done')),
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
  -- lines so far
  done bigint not null default 0,
  requested_by uuid,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  failure jsonb,
  primary key (tenant_id, id),
  foreign key (tenant_id, account_id, month) references recon_period (tenant_id, account_id, month)
);
create unique index period_job_live on period_job (tenant_id, account_id) where state in ('queued', 'running');
create index period_job_month on period_job (tenant_id, account_id, month, created_at desc);
call protect('period_job');
select set_config('app.system', 'on', true);
call hold_work('reconPeriod', 'period_job', 'created_at', $$'queued', 'running'$$);

-- Whoever writes lines holds this together with the others; a month is settled while nobody does.
create function place_of_periods() returns bigint language sql stable as
  $$ select hashtextextended('recon-period/' || coalesce(app_tenant()::text, ''), 0) $$;

create function refuse_settled(month date, is_archived boolean) returns void language plpgsql as $$
begin
  raise exception 'the month % is settled', to_char(month, 'YYYY-MM')
    using errcode = case when is_archived then 'SL002' else 'SL001' end, detail = to_char(month, 'YYYY-MM');
end $$;

-- Statements, not rows, are looked at: a run moves a million lines with one.
do $make$
declare
  side record;
begin
  for side in select * from (values
    ('a', 'bill_line', 'bill_date', 'fingerprint, txn_no, order_no, parent_order, batch_no, kind, item_id, amount_minor, currency, occurred_at, bill_date, balance_after, counterparty, remark, attributes, booked_in, reason'),
    ('b', 'supply_line', 'business_date', 'doc_type, doc_no, doc_line, order_no, parent_order, logistics_no, sku, quantity, kind, item_id, amount_minor, currency, occurred_at, business_date, recognised_on, remark, attributes, booked_in, reason')
  ) s (name, line, day, columns) loop
    execute format($f$
      create function lock_%1$s() returns trigger language plpgsql as $$ begin
        if not app_system() then perform pg_advisory_xact_lock_shared(place_of_periods()); end if;
        return null;
      end $$;
      create trigger settled_wait before insert or update or delete on %1$s for each statement execute function lock_%1$s();

      create function added_%1$s() returns trigger language plpgsql as $$
      declare found record;
      begin
        if app_system() or not exists (select from recon_account where tenant_id = app_tenant() and locked_before is not null) then
          return null;
        end if;
        select date_trunc('month', coalesce(l.booked_in, l.%2$I))::date as month into found
          from added l join recon_account a on a.tenant_id = l.tenant_id and a.id = l.account_id
         where a.locked_before is not null and coalesce(l.booked_in, l.%2$I) < a.locked_before
           and not exists (select from recon_period p where p.tenant_id = a.tenant_id and p.account_id = a.id
             and p.month = date_trunc('month', coalesce(l.booked_in, l.%2$I))::date and p.state = 'restoring') limit 1;
        if found.month is not null then perform refuse_settled(found.month, false); end if;
        -- What the archive holds is not known here: the same movement would count twice.
        select p.month into found from added l join recon_period p on p.tenant_id = l.tenant_id and p.account_id = l.account_id
           and p.month = date_trunc('month', l.%2$I)::date
         where l.booked_in is not null and p.state in ('archived', 'restoring') and l.booked_in > p.month
           and not exists (select from recon_period r where r.tenant_id = l.tenant_id and r.account_id = l.account_id
             and r.month = l.booked_in and r.state = 'restoring') limit 1;
        if found.month is not null then perform refuse_settled(found.month, true); end if;
        return null;
      end $$;
      create trigger settled_added after insert on %1$s referencing new table as added
        for each statement execute function added_%1$s();

      create function changed_%1$s() returns trigger language plpgsql as $$
      declare found record;
      begin
        if app_system() or not exists (select from recon_account where tenant_id = app_tenant() and locked_before is not null) then
          return null;
        end if;
        select date_trunc('month', least(coalesce(o.booked_in, o.%2$I), coalesce(n.booked_in, n.%2$I)))::date as month into found
          from was o join now_is n on n.tenant_id = o.tenant_id and n.id = o.id
          join recon_account a on a.tenant_id = o.tenant_id and (a.id = o.account_id or a.id = n.account_id)
         where a.locked_before is not null
           and least(coalesce(o.booked_in, o.%2$I), coalesce(n.booked_in, n.%2$I)) < a.locked_before
           and not (o.account_id = n.account_id and row(%4$s) is not distinct from row(%5$s)
                    and o.status in ('open', 'proposed', 'matched') and n.status in ('open', 'proposed', 'matched')
                    and exists (select from recon_carried c where c.tenant_id = o.tenant_id and c.side = %3$L and c.line_id = o.id))
         limit 1;
        if found.month is not null then perform refuse_settled(found.month, false); end if;
        return null;
      end $$;
      create trigger settled_changed after update on %1$s referencing old table as was new table as now_is
        for each statement execute function changed_%1$s();

      create function removed_%1$s() returns trigger language plpgsql as $$
      declare found record;
      begin
        if app_system() or not exists (select from recon_account where tenant_id = app_tenant() and locked_before is not null) then
          return null;
        end if;
        select date_trunc('month', coalesce(l.booked_in, l.%2$I))::date as month into found
          from was l join recon_account a on a.tenant_id = l.tenant_id and a.id = l.account_id
         where a.locked_before is not null and coalesce(l.booked_in, l.%2$I) < a.locked_before
           and (exists (select from recon_carried c where c.tenant_id = l.tenant_id and c.side = %3$L and c.line_id = l.id)
             or not exists (select from recon_period p where p.tenant_id = a.tenant_id and p.account_id = a.id
               and p.month = date_trunc('month', coalesce(l.booked_in, l.%2$I))::date and p.state = 'archived')) limit 1;
        if found.month is not null then perform refuse_settled(found.month, false); end if;
        return null;
      end $$;
      create trigger settled_removed after delete on %1$s referencing old table as was
        for each statement execute function removed_%1$s();
    $f$, side.line, side.day, side.name,
      (select string_agg('o.' || trim(c), ', ') from unnest(string_to_array(side.columns, ',')) c),
      (select string_agg('n.' || trim(c), ', ') from unnest(string_to_array(side.columns, ',')) c));
  end loop;
end $make$;

-- The settled month that a match has a line in; a line that is gone stands in an archive. Carried lines are free.
create function find_settled(of_group bigint) returns date language sql stable as $$
  select min(coalesce(date_trunc('month', coalesce(l.booked_in, l.day))::date, date '0001-01-01'))
    from (select i.side, i.line_id, b.account_id, b.booked_in, b.bill_date as day, b.id from match_item i
            left join bill_line b on b.tenant_id = i.tenant_id and b.id = i.line_id
           where i.tenant_id = app_tenant() and i.group_id = of_group and i.side = 'a'
          union all
          select i.side, i.line_id, s.account_id, s.booked_in, s.business_date, s.id from match_item i
            left join supply_line s on s.tenant_id = i.tenant_id and s.id = i.line_id
           where i.tenant_id = app_tenant() and i.group_id = of_group and i.side = 'b') l
    left join recon_account a on a.tenant_id = app_tenant() and a.id = l.account_id
   where (l.id is null or coalesce(l.booked_in, l.day) < a.locked_before)
     and not exists (select from recon_carried c where c.tenant_id = app_tenant() and c.side = l.side and c.line_id = l.line_id)
$$;

create function guard_settled() returns trigger language plpgsql as $$
declare found date;
begin
  if app_system() or not exists (select from recon_account where tenant_id = app_tenant() and locked_before is not null) then
    return case tg_op when 'DELETE' then old else new end;
  end if;
  perform pg_advisory_xact_lock_shared(place_of_periods());
  found := find_settled(case tg_table_name when 'match_group' then (to_jsonb(old) ->> 'id')::bigint
                                          else (to_jsonb(old) ->> 'group_id')::bigint end);
  if found is not null then perform refuse_settled(found, false); end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger settled before update or delete on match_group
  for each row when (old.state = 'confirmed') execute function guard_settled();
create trigger settled before update or delete on recon_adjustment
  for each row when (old.state = 'approved') execute function guard_settled();
create trigger settled_change before update on match_item
  for each row when (old.is_active and old.* is distinct from new.*) execute function guard_settled();
create trigger settled_removal before delete on match_item
  for each row when (old.is_active) execute function guard_settled();

-- What a settled month began with stays.
create function guard_opening() returns trigger language plpgsql as $$
begin
  if old.locked_before is not null and not app_system() then
    perform refuse_settled((old.locked_before - interval '1 month')::date, false);
  end if;
  return new;
end $$;
create trigger settled_opening before update on recon_account for each row
  when (old.opening_minor <> new.opening_minor or old.opening_on is distinct from new.opening_on)
  execute function guard_opening();
