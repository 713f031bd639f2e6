-- adapter: how far systems are spoken to, written down by tenants; and what waits for somebody's approval.

create table adapter (
  tenant_id uuid not null references tenant,
  id uuid not null,
  platform_id text not null,
  -- of the newest version, for lists
  name text not null,
  kind text not null default 'http' check (kind in ('http')),
  status text not null default 'draft' check (status in ('draft', 'published', 'stopped')),
  version int not null default 1,
  -- the version that is at work; later ones wait until they are published
  published_version int,
  created_by uuid,
  updated_by text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, platform_id, name),
  check (status <> 'published' or published_version is not null)
);
call protect('adapter');

create table adapter_version (
  tenant_id uuid not null,
  adapter_id uuid not null,
  version int not null,
  doc jsonb not null,
  note text not null default '',
  username text not null default '',
  created_at timestamptz not null default now(),
  primary key (tenant_id, adapter_id, version),
  foreign key (tenant_id, adapter_id) references adapter (tenant_id, id) on delete cascade
);
call protect('adapter_version');

-- What signing in gave: sealed, one for all processes. The lease lets one of them sign in at a time.
create table adapter_token (
  tenant_id uuid not null,
  connector_id uuid not null,
  key text not null,
  sealed text,
  expires_at timestamptz not null default '-infinity',
  lease_until timestamptz not null default '-infinity',
  primary key (tenant_id, connector_id, key),
  foreign key (tenant_id, connector_id) references connector (tenant_id, id) on delete cascade
);
call protect('adapter_token');

create table approval_policy (
  tenant_id uuid primary key references tenant,
  -- publishing asks somebody first
  is_required boolean not null default false,
  updated_at timestamptz not null default now()
);
call protect('approval_policy');

-- A wish to publish one version of something; later edits are not part of it.
create table approval (
  tenant_id uuid not null references tenant,
  id uuid not null,
  kind text not null check (kind in ('api', 'adapter')),
  target_id uuid not null,
  target_version int not null,
  title text not null,
  reason text not null default '',
  status text not null default 'asked' check (status in ('asked', 'approved', 'refused', 'withdrawn')),
  applicant_id uuid not null,
  applicant text not null,
  approver_id uuid,
  approver text not null default '',
  opinion text not null default '',
  created_at timestamptz not null default now(),
  handled_at timestamptz,
  primary key (tenant_id, id)
);
create unique index approval_open on approval (tenant_id, target_id) where status = 'asked';
create index approval_status on approval (tenant_id, status, created_at desc);
call protect('approval');

-- The version that is offered while a later one waits for approval; null: the newest.
alter table api_asset add column published_version int;
