-- work: jobs of every kind are claimed, held, given up and kept in one way.

-- When each tenant last had its turn, by kind of work. Small rows, changed by every claim; the row is the claim's lock.
create table work_turn (
  tenant_id uuid not null references tenant,
  -- WorkKind.name of the room work
  kind text not null,
  taken_at timestamptz not null default 'epoch',
  primary key (tenant_id, kind)
) with (fillfactor = 50);
call protect('work_turn');

-- Gives every tenant, those to come too, its turns of a kind.
create table work_kind (name text primary key);
grant select on work_kind to sluice_app;

create function make_work_turns() returns trigger language plpgsql as $$
begin
  insert into work_turn (tenant_id, kind) select new.id, name from work_kind;
  return new;
end $$;
create trigger tenant_first_turns after insert on tenant for each row execute function make_work_turns();

/*
 * Makes `part` a table of jobs: who has it until when (of one that nobody has: before when nobody begins), the fence that
 * grows with every claim, and how many claims in a row were lost with their processes. `open` are the states in which
 * there is something to do, `ordered` the column by which a tenant's jobs queue up.
 */
create procedure hold_work(kind text, part text, ordered text, open text) language plpgsql as $$
begin
  execute format('alter table %I add column if not exists holder uuid,
    add column if not exists lease_until timestamptz not null default ''-infinity'',
    add column if not exists cancel boolean not null default false,
    add column fence bigint not null default 0,
    add column attempts smallint not null default 0,
    add column priority smallint not null default 1', part);
  execute format('create index %I on %I (tenant_id, priority, %I) where state in (%s) and holder is null',
    part || '_waiting', part, ordered, open);
  execute format('create index %I on %I (tenant_id) where state in (%s) and holder is not null', part || '_held', part, open);
  insert into work_kind values (kind);
  insert into work_turn (tenant_id, kind) select id, kind from tenant;
end $$;

-- Forced row-level security binds the owner of the tables too.
select set_config('app.system', 'on', true);
drop index export_job_open;
call hold_work('export', 'export_job', 'created_at', $$'queued', 'running'$$);
drop index aggregate_report_open;
call hold_work('report', 'aggregate_report', 'updated_at', $$'queued', 'running'$$);
call hold_work('tenantExport', 'tenant_export', 'created_at', $$'queued', 'running'$$);
