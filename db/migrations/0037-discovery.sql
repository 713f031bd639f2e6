-- discovery: what a far system holds is listed in the background, kept, and looked through here.

-- One of each connector and environment: the listing that waits, goes on or was the last.
create table discovery (
  tenant_id uuid not null references tenant,
  connector_id uuid not null,
  env text not null,
  -- of this round; a new one each time it is asked for
  id uuid not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
  -- objects by name, then fields of those that matter to somebody
  phase text not null default 'list' check (phase in ('list', 'fields')),
  -- behind which object it goes on; null: from the start
  cursor text,
  found int not null default 0,
  described int not null default 0,
  failure jsonb,
  cancel boolean not null default false,
  holder uuid,
  lease_until timestamptz not null default '-infinity',
  -- how often a process took it up
  takes smallint not null default 0,
  requested_by uuid,
  requested_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  -- of the connector, whose parameters this round lists with
  connector_version int,
  -- the last list that came to its end: when, with which parameters, how long it took, whether there was more than is kept
  listed_at timestamptz,
  listed_version int,
  listed_ms int,
  is_cut boolean not null default false,
  primary key (tenant_id, connector_id, env),
  foreign key (tenant_id, connector_id) references connector (tenant_id, id) on delete cascade
);
create index discovery_open on discovery (requested_at) where state in ('queued', 'running');
call protect('discovery');

create table catalogue_object (
  tenant_id uuid not null,
  connector_id uuid not null,
  env text not null,
  -- as sources and targets name it
  id text collate "C" not null,
  schema text not null,
  label text not null,
  kind text not null,
  direction text not null,
  comment text not null,
  -- rows, where the far system knows without counting
  estimated_count bigint,
  -- what a search looks through, in small letters
  search text not null,
  -- null: nobody has asked for them yet
  fields json,
  described_at timestamptz,
  found_at timestamptz not null default clock_timestamp(),
  -- the round that saw it last
  round uuid not null,
  -- since when it is not there any more
  gone_at timestamptz,
  primary key (tenant_id, connector_id, env, id),
  foreign key (tenant_id, connector_id, env) references discovery (tenant_id, connector_id, env) on delete cascade
);
call protect('catalogue_object');

-- What became different between two looks; the first look is no change.
create table catalogue_change (
  tenant_id uuid not null,
  connector_id uuid not null,
  env text not null,
  id bigint generated always as identity,
  at timestamptz not null default clock_timestamp(),
  object_id text collate "C" not null,
  kind text not null check (kind in ('added', 'removed', 'returned', 'changed', 'fields')),
  -- changed: {name: [before, after]}; fields: {added, removed, changed}
  detail json not null default '{}',
  primary key (tenant_id, connector_id, env, id),
  foreign key (tenant_id, connector_id, env) references discovery (tenant_id, connector_id, env) on delete cascade
);
call protect('catalogue_change');
