-- Process pools: how many runs of which strategies at once, and which machines may take them. And the live processes.

create table process_pool (
  tenant_id uuid not null references tenant,
  -- the tenant's own id is the default pool: every strategy that names no pool belongs to it
  id uuid not null,
  name text not null,
  -- processes started with this label in --pool take the pool's runs; `<tenant code>:x` is a label of one tenant's own
  label text not null default 'default'
    check (label ~ '^([a-z0-9][a-z0-9-]{1,39}:)?[a-z0-9][a-z0-9_-]{0,39}$'),
  -- draining: nothing is taken, live runs go on to their end; stopped: live runs are handed back too
  state text not null default 'running' check (state in ('running', 'draining', 'stopped')),
  -- runs at once over all machines
  concurrency int not null default 8 check (concurrency between 1 and 64),
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, name)
);
call protect('process_pool');

-- One row per process of the installation while it lives. Machines belong to nobody, so no tenant.
create table process (
  id uuid primary key,
  host text not null,
  pid int not null,
  version text not null,
  roles text[] not null,
  labels text[] not null,
  -- work: started as delivered; listen: started under a file watcher, for development
  mode text not null check (mode in ('work', 'listen')),
  -- fingerprint of the key that seals secrets: processes with different keys cannot read each other's
  key_id text not null,
  -- mark of the directory of uploaded and written files: the same where machines share it
  files_id text not null,
  concurrency int not null,
  running int not null default 0,
  draining boolean not null default false,
  -- share of one core since the last heartbeat
  cpu real not null default 0,
  rss_bytes bigint not null default 0,
  started_at timestamptz not null default clock_timestamp(),
  heartbeat_at timestamptz not null default clock_timestamp()
);
grant select, insert, update, delete on process to sluice_app;

alter table strategy add column process_id uuid,
  add foreign key (tenant_id, process_id) references process_pool (tenant_id, id);
create index strategy_process on strategy (tenant_id, process_id);

-- The pool a run waits in or was taken in, and the process that took it last.
alter table run add column if not exists pool_id uuid, add column holder_id uuid,
  add column if not exists follow boolean not null default false;
create index run_held on run (tenant_id, pool_id) where state in ('running', 'stopping');
create index run_pool_end on run (tenant_id, pool_id, finished_at);

create function make_default_pool() returns trigger language plpgsql as $$
begin
  insert into process_pool (tenant_id, id, name) values (new.id, new.id, '默认进程池');
  return new;
end $$;
create trigger tenant_default_pool after insert on tenant for each row execute function make_default_pool();

-- Forced row-level security binds the owner of the tables too.
select set_config('app.system', 'on', true);
insert into process_pool (tenant_id, id, name) select id, id, '默认进程池' from tenant;
select set_config('app.system', '', true);
