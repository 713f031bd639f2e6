-- the publish gate: what a strategy is to become is rehearsed over stored records before it goes live.

create table strategy_gate (
  tenant_id uuid not null references tenant,
  strategy_id uuid not null,
  -- a change of what is read or written waits as a draft until its rehearsal is accepted
  required boolean not null default false,
  -- of the draft; grows with each save, and goes on after a draft is gone, so that no rehearsal fits another draft
  revision int not null default 0,
  -- the parts of the configuration that wait, a null for one that is to go; null: there is no draft
  parts jsonb,
  saved_by uuid,
  saved_at timestamptz,
  primary key (tenant_id, strategy_id),
  foreign key (tenant_id, strategy_id) references strategy (tenant_id, id) on delete cascade
);
call protect('strategy_gate');
call scope_by_strategy('strategy_gate');

create table rehearsal (
  tenant_id uuid not null references tenant,
  id uuid not null,
  strategy_id uuid not null,
  -- exactly what was rehearsed: this draft over this published version
  base_version int not null,
  revision int not null,
  config jsonb not null,
  -- value maps in the versions they had when it was asked for
  maps jsonb not null default '{}',
  days int not null,
  max_records int not null,
  since timestamptz not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
  -- the place in the walk from the newest record to the oldest
  cursor_at timestamptz not null default now(),
  cursor_id bigint not null default 0,
  -- null: not counted yet
  total bigint,
  examined bigint not null default 0,
  -- JSON text: what became of how many records, by field and by cause
  summary text,
  failure jsonb,
  cancel boolean not null default false,
  holder uuid,
  lease_until timestamptz not null default '-infinity',
  -- how often a process took it up
  takes smallint not null default 0,
  requested_by uuid,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  accepted_by uuid,
  accepted_at timestamptz,
  note text not null default '',
  -- what its draft became
  published_version int,
  primary key (tenant_id, id),
  foreign key (tenant_id, strategy_id) references strategy (tenant_id, id) on delete cascade
);
create index rehearsal_open on rehearsal (created_at) where state in ('queued', 'running');
create unique index rehearsal_one on rehearsal (tenant_id, strategy_id) where state in ('queued', 'running');
create index rehearsal_strategy on rehearsal (tenant_id, strategy_id, created_at desc);
call protect('rehearsal');
call scope_by_strategy('rehearsal');

-- Records that would be written otherwise, or not at all.
create table rehearsal_difference (
  tenant_id uuid not null,
  rehearsal_id uuid not null,
  ordinal int not null,
  strategy_id uuid not null,
  record_id bigint not null,
  key text not null,
  number text,
  status smallint not null,
  -- the version that wrote it
  version int not null,
  kind text not null,
  -- fields that change, every line alike: `lines[].qty`
  paths text[] not null,
  -- JSON texts
  fields text not null,
  problems text not null,
  primary key (tenant_id, rehearsal_id, ordinal),
  foreign key (tenant_id, rehearsal_id) references rehearsal (tenant_id, id) on delete cascade
);
create index rehearsal_difference_kind on rehearsal_difference (tenant_id, rehearsal_id, kind, ordinal);
call protect('rehearsal_difference');
call scope_by_strategy('rehearsal_difference');

-- Whoever may change a strategy could publish until now.
update role set permissions = permissions || array['strategy:publish']
 where 'strategy:update' = any(permissions) and not '*' = any(permissions) and not 'strategy:publish' = any(permissions);
