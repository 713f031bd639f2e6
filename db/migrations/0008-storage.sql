-- Storage that stays small: pages by day, retention, archives, and what the maintenance did.

-- Pages of one day (UTC) lie in a table of their own, so that a day goes by dropping it. Whatever is older than this
-- migration, or landed while its day had no table, lies in page_default and goes row by row.
--
-- The product's role owns no table, so three functions do what needs the owner. Only a system transaction may call
-- them, and each gives up quickly where it would have to wait for a lock: whoever waits for a table keeps every later
-- writer of it waiting too.

create function page_day_bounds(day date, out lower timestamptz, out upper timestamptz) language sql immutable
  as $$ select day::timestamp at time zone 'UTC', (day + 1)::timestamp at time zone 'UTC' $$;

create procedure require_system() language plpgsql as $$
begin
  if not app_system() then
    raise exception 'changing the days of pages: only a system transaction may' using errcode = '42501';
  end if;
end $$;

-- The table of a day, empty and not yet attached; `bounded` lets the attachment go without reading it.
create function make_page_table(name text, day date) returns void language plpgsql as $$
declare
  bounds record := page_day_bounds(day);
begin
  execute format('create table %I (like page including defaults including storage including indexes)', name);
  execute format('alter table %I add constraint bounded check (created_at >= %L and created_at < %L)',
    name, bounds.lower, bounds.upper);
  call protect(name::regclass);
end $$;

-- How many pages of a day that is to be made may lie in page_default; more of them stay there.
create function add_page_day(day date) returns boolean
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '200ms' as $$
declare
  name text := 'page_' || to_char(day, 'YYYYMMDD');
  bounds record := page_day_bounds(day);
  early bigint;
begin
  call require_system();
  perform pg_advisory_xact_lock(126943972844390);
  if to_regclass(name) is not null then return false; end if;
  select count(*) into early
    from (select from page_default where created_at >= bounds.lower and created_at < bounds.upper limit 501) found;
  if early > 500 then return false; end if;
  perform make_page_table(name, day);
  if early > 0 then
    lock table page_default in access exclusive mode;
    execute format('insert into %I select * from page_default where created_at >= %L and created_at < %L',
      name, bounds.lower, bounds.upper);
    delete from page_default where created_at >= bounds.lower and created_at < bounds.upper;
  end if;
  execute format('alter table page attach partition %I for values from (%L) to (%L)', name, bounds.lower, bounds.upper);
  execute format('alter table %I drop constraint bounded', name);
  return true;
end $$;

-- The bytes that were given back; null: there is no such day.
create function drop_page_day(day date) returns bigint
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '200ms' as $$
declare
  name text := 'page_' || to_char(day, 'YYYYMMDD');
  bytes bigint;
begin
  call require_system();
  perform pg_advisory_xact_lock(126943972844390);
  bytes := pg_total_relation_size(to_regclass(name));
  if bytes is not null then execute format('drop table %I', name); end if;
  return bytes;
end $$;

-- Writes what is left of a day into a fresh table, which gives the space of deleted pages back. Its pages have settled,
-- so nobody changes them; the count is compared all the same before the old table goes.
create function rewrite_page_day(day date) returns bigint
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '200ms' as $$
declare
  name text := 'page_' || to_char(day, 'YYYYMMDD');
  fresh text := name || '_fresh';
  bounds record := page_day_bounds(day);
  bytes bigint;
  copied bigint;
  present bigint;
begin
  call require_system();
  perform pg_advisory_xact_lock(126943972844390);
  bytes := pg_total_relation_size(to_regclass(name));
  if bytes is null then return null; end if;
  perform make_page_table(fresh, day);
  execute format('insert into %I select * from %I where status = 1', fresh, name);
  get diagnostics copied = row_count;
  execute format('alter table page detach partition %I', name);
  execute format('select count(*) from %I', name) into present;
  if present <> copied then
    raise exception 'rewriting a day of pages: it changed meanwhile' using errcode = '40001';
  end if;
  execute format('drop table %I', name);
  execute format('alter table %I rename to %I', fresh, name);
  execute format('alter table page attach partition %I for values from (%L) to (%L)', name, bounds.lower, bounds.upper);
  execute format('alter table %I drop constraint bounded', name);
  return bytes - pg_total_relation_size(to_regclass(name));
end $$;

revoke execute on function add_page_day(date), drop_page_day(date), rewrite_page_day(date), make_page_table(text, date)
  from public;
grant execute on function add_page_day(date), drop_page_day(date), rewrite_page_day(date) to sluice_app;

-- The days ahead; today's only where no page of today lies in the default partition.
select set_config('app.system', 'on', true);
select add_page_day((now() at time zone 'UTC')::date + n) from generate_series(0, 7) n;
select set_config('app.system', '', true);

-- How long what is kept; null takes the tenant's own row, then the product's default. 0 days = for ever.
create table retention (
  tenant_id uuid not null references tenant,
  -- the tenant's own id is the rule for all strategies that have none
  scope_id uuid not null,
  -- pages of records that are done, by the time they were read
  finished_days int check (finished_days >= 0),
  -- pages and tries of records in error, by their last change
  error_days int check (error_days >= 0),
  log_days int check (log_days >= 0),
  run_days int check (run_days >= 0),
  -- pages none of whose records is current any more
  replaced_days int check (replaced_days >= 0),
  archive boolean,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, scope_id)
);
call protect('retention');

-- What a strategy's data took, measured once a day by the maintenance.
create table storage_use (
  tenant_id uuid not null,
  strategy_id uuid not null,
  day date not null,
  records bigint not null,
  pages bigint not null,
  page_bytes bigint not null,
  record_bytes bigint not null,
  -- attempts, rejected rows, run log, runs
  trace_bytes bigint not null,
  oldest timestamptz,
  newest timestamptz,
  measured_at timestamptz not null default now(),
  primary key (tenant_id, day, strategy_id)
);
call protect('storage_use');

-- Work on stored data that a person asked for: taken up by the maintenance of any process.
create table storage_job (
  tenant_id uuid not null references tenant,
  id uuid not null,
  kind text not null check (kind in ('clean', 'archive', 'restore')),
  strategy_id uuid not null,
  -- CleanUpCondition, or the archive to restore
  condition jsonb not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
  total bigint not null default 0,
  done bigint not null default 0,
  freed_bytes bigint not null default 0,
  failure jsonb,
  cancel boolean not null default false,
  requested_by uuid,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  primary key (tenant_id, id)
);
create index storage_job_open on storage_job (created_at) where state in ('queued', 'running');
call protect('storage_job');

-- Archived pages: a Parquet file below DATA_DIR/archive, read back and compared before its pages were deleted.
create table archive_file (
  tenant_id uuid not null references tenant,
  id uuid not null,
  strategy_id uuid not null,
  -- below the archive directory
  path text not null,
  pages int not null,
  records bigint not null,
  size_bytes bigint not null,
  -- over every row in order; what the read-back must give again
  content_sha256 bytea not null,
  file_sha256 bytea not null,
  first_page bigint not null,
  last_page bigint not null,
  oldest timestamptz not null,
  newest timestamptz not null,
  created_at timestamptz not null default now(),
  restored_at timestamptz,
  -- until then restored pages stay in the database
  restored_until timestamptz,
  primary key (tenant_id, id)
);
create index archive_file_strategy on archive_file (tenant_id, strategy_id, id);
call protect('archive_file');

-- One row for the installation: who cleans up at the moment, and what came of the last time.
create table maintenance (
  singleton boolean primary key default true check (singleton),
  holder uuid,
  lease_until timestamptz not null default '-infinity',
  started_at timestamptz,
  finished_at timestamptz,
  next_at timestamptz not null default now(),
  step text,
  -- Tidied of the engine
  progress jsonb,
  result jsonb,
  failure jsonb
);
insert into maintenance default values;
grant select, update on maintenance to sluice_app;

-- Lists of ten million records. Each index has a condition that a look-up of known keys never implies, so that the
-- look-up's plan cannot be led astray (see lookup-plan.test.ts): `ordinal >= 0` holds for every row.
create index record_state_time on record_state (tenant_id, strategy_id, updated_at) where ordinal >= 0;
create index record_state_number on record_state (tenant_id, strategy_id, number, id) where number is not null;
create index record_state_error on record_state (tenant_id, strategy_id, error_code, id) where error_code is not null;
-- Which records point to the pages of a day; rows lie in about that order.
create index record_state_page on record_state using brin (page_at) with (pages_per_range = 32, autosummarize = on);
create index run_time on run (tenant_id, created_at desc, id desc);
create index run_log_run on run_log (tenant_id, run_id, id) where run_id is not null;
