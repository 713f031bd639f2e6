-- Reading a bill, and taking its lines: jobs beside the requests that ask for them.
create table import_job (
  tenant_id uuid not null references tenant,
  id uuid not null,
  file_id uuid not null,
  -- check: it is read once, nothing counts yet; load: its lines are taken, all or none
  step text not null check (step in ('check', 'load')),
  -- figures of a person, for a bill that states none
  control jsonb,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
  -- rows read so far
  done bigint not null default 0,
  requested_by uuid,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  failure jsonb,
  primary key (tenant_id, id),
  foreign key (tenant_id, file_id) references raw_file (tenant_id, id) on delete cascade
);
create unique index import_job_live on import_job (tenant_id, file_id) where state in ('queued', 'running');
create index import_job_file on import_job (tenant_id, file_id, created_at desc);
call protect('import_job');
select set_config('app.system', 'on', true);
call hold_work('billImport', 'import_job', 'created_at', $$'queued', 'running'$$);
-- Files whose reading ended with their request.
insert into import_job (tenant_id, id, file_id, step)
select tenant_id, gen_random_uuid(), id, 'check' from raw_file where state in ('received', 'parsing');
update raw_file set state = 'parsing' where state = 'received';
