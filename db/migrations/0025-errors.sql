-- Failures grouped by root cause, rules that leave failures out, corrections beside the evidence, and replays.

-- One cause in one strategy. The id is made of strategy and fingerprint, so that every process names a cause the same.
create table error_group (
  tenant_id uuid not null,
  id uuid not null,
  strategy_id uuid not null,
  category text not null check (category in
    ('network', 'timeout', 'auth', 'limit', 'parameter', 'business', 'duplicate', 'mapping', 'script')),
  code text not null,
  field text,
  -- the message without numbers, ids, quoted values and dates
  pattern text not null,
  -- the newest message as it was said
  sample text not null,
  status text not null default 'open' check (status in ('open', 'progress', 'ignored', 'resolved')),
  owner_id uuid,
  -- records that are in error for this cause, and those that are left out, without what waits in error_move
  open_count bigint not null default 0,
  ignored_count bigint not null default 0,
  -- failures ever
  seen_count bigint not null default 0,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  status_at timestamptz,
  -- null: nobody's word; the last record went
  status_by uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, strategy_id) references strategy (tenant_id, id) on delete cascade,
  foreign key (tenant_id, owner_id) references app_user (tenant_id, id) on delete set null (owner_id)
);
create index error_group_last on error_group (tenant_id, last_at desc);
create index error_group_strategy on error_group (tenant_id, strategy_id);
create index error_group_owner on error_group (tenant_id, owner_id) where owner_id is not null;
call protect('error_group');
call scope_by_strategy('error_group');

-- The cause a record is in error for, or was left out for. Gone with the error.
alter table record_state add column error_group uuid;
create index record_state_group on record_state (tenant_id, error_group, id) where error_group is not null;
-- Records that failed before there were groups, or came back from an archive: nearly always none.
create index record_state_ungrouped on record_state (tenant_id, id)
  where error_group is null and error_code is not null and status in (3, 4, 6, 9);

-- What a change of a record adds to its group's counts. Appended, never updated: runs and people that change records of
-- one group do not wait for each other. Folded into the group every few seconds; group + moves is always the true count.
create table error_move (
  tenant_id uuid not null,
  group_id uuid not null,
  open_count smallint not null,
  ignored_count smallint not null
);
create index error_move_group on error_move (tenant_id, group_id);
call protect('error_move');

create function is_open_error(status smallint) returns boolean language sql immutable parallel safe
  as $$ select status in (3, 4, 5, 6, 9) $$;

create function move_error_group() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.error_group is not null and (old.status = 7 or is_open_error(old.status)) then
    insert into error_move (tenant_id, group_id, open_count, ignored_count)
      values (old.tenant_id, old.error_group, -is_open_error(old.status)::int, -(old.status = 7)::int);
  end if;
  if tg_op <> 'DELETE' and new.error_group is not null and (new.status = 7 or is_open_error(new.status)) then
    insert into error_move (tenant_id, group_id, open_count, ignored_count)
      values (new.tenant_id, new.error_group, is_open_error(new.status)::int, (new.status = 7)::int);
  end if;
  return null;
end $$;

create function leave_error_group() returns trigger language plpgsql as $$
begin
  new.error_group := null;
  return new;
end $$;

-- Only rows in error pay for these: the condition is looked at without calling anything.
create trigger record_group_left before update on record_state for each row
  when (new.error_group is not null and new.error_code is null) execute function leave_error_group();
create trigger record_group_joined after insert on record_state for each row
  when (new.error_group is not null) execute function move_error_group();
create trigger record_group_moved after update on record_state for each row
  when ((old.error_group is not null or new.error_group is not null)
    and (old.error_group is distinct from new.error_group or old.status <> new.status))
  execute function move_error_group();
create trigger record_group_gone after delete on record_state for each row
  when (old.error_group is not null) execute function move_error_group();

-- Failures by the hour, for the trend.
create table error_hour (
  tenant_id uuid not null,
  group_id uuid not null,
  hour timestamptz not null,
  count bigint not null,
  primary key (tenant_id, group_id, hour),
  foreign key (tenant_id, group_id) references error_group (tenant_id, id) on delete cascade
);
create index error_hour_time on error_hour (tenant_id, hour);
call protect('error_hour');

-- A failure whose message contains the text is no error: the record is left out, or counts as done.
create table ignore_rule (
  tenant_id uuid not null references tenant,
  id uuid not null,
  -- null: every strategy
  strategy_id uuid,
  contains text not null check (contains <> ''),
  outcome text not null check (outcome in ('ignored', 'finished')),
  enabled boolean not null default true,
  remark text not null default '',
  hit_count bigint not null default 0,
  last_hit_at timestamptz,
  version int not null default 1,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, strategy_id) references strategy (tenant_id, id) on delete cascade
);
create index ignore_rule_strategy on ignore_rule (tenant_id, strategy_id);
call protect('ignore_rule');
-- A rule for every strategy is seen by all; only who sees every group may make one, which the policy says too.
create policy scope on ignore_rule as restrictive
  using (app_groups() is null or strategy_id is null or strategy_id in (select s.id from strategy s))
  with check (app_groups() is null or strategy_id in (select s.id from strategy s));

-- Work on the records of a group that a person asked for; every process takes steps of it.
create table replay_job (
  tenant_id uuid not null references tenant,
  id uuid not null,
  strategy_id uuid not null,
  group_id uuid,
  -- remap: through the current mapping; correct: with changed fields first; refetch: read from the source again;
  -- resend: what was sent, as it was; ignore: leave the records out
  kind text not null check (kind in ('remap', 'correct', 'refetch', 'resend', 'ignore')),
  -- of correct: [{"field": …, "value": …}], lossless JSON
  changes text,
  -- ReplaySelection of the engine
  selection jsonb not null,
  state text not null default 'choosing'
    check (state in ('choosing', 'running', 'done', 'failed', 'cancelled')),
  -- the last record looked at while choosing
  cursor bigint not null default 0,
  -- runs in a row that took none of the records
  idle_runs int not null default 0,
  run_id uuid,
  failure jsonb,
  cancel boolean not null default false,
  requested_by uuid,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, strategy_id) references strategy (tenant_id, id) on delete cascade
);
create index replay_job_open on replay_job (created_at) where state in ('choosing', 'running');
create index replay_job_group on replay_job (tenant_id, group_id, created_at desc);
create index replay_job_strategy on replay_job (tenant_id, strategy_id, created_at desc);
call protect('replay_job');
call scope_by_strategy('replay_job');

-- One record of a replay and what became of it.
create table replay_item (
  tenant_id uuid not null,
  job_id uuid not null,
  record_id bigint not null,
  -- waiting: not yet touched; sent: put back, a run has it or will take it; written, failed, unknown, ignored: what came of
  -- it; excluded: not touched, and why; cancelled: not touched, because the replay was ended
  state text not null default 'waiting' check (state in
    ('waiting', 'reading', 'sent', 'written', 'failed', 'unknown', 'ignored', 'excluded', 'cancelled')),
  note text,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, job_id, record_id),
  foreign key (tenant_id, job_id) references replay_job (tenant_id, id) on delete cascade
);
create index replay_item_state on replay_item (tenant_id, job_id, state, record_id);
create index replay_item_sent on replay_item (tenant_id, record_id) where state = 'sent';
call protect('replay_item');

-- What a person changed of a record's content, kept beside the evidence. It holds for this content only: when the source
-- sends another, that is written as it came.
create table record_correction (
  tenant_id uuid not null,
  id bigint generated always as identity,
  strategy_id uuid not null,
  record_id bigint not null,
  -- of the content it corrects
  hash bytea not null,
  -- [{"field": …, "value": …}], lossless JSON
  changes text not null,
  job_id uuid,
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, strategy_id) references strategy (tenant_id, id) on delete cascade
);
create index record_correction_record on record_correction (tenant_id, record_id, id);
create index record_correction_strategy on record_correction (tenant_id, strategy_id);
call protect('record_correction');
