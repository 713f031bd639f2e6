-- asset: platforms that tenants describe, and the interfaces they write down for any platform.

-- A platform of one tenant; its base among the product's platforms does the work.
create table platform (
  tenant_id uuid not null references tenant,
  id uuid not null,
  code text not null check (code ~ '^[a-z0-9_-]{2,40}$'),
  name text not null,
  -- the template without what is secret in it
  template jsonb not null,
  -- name -> sealed text
  app jsonb not null default '{}',
  status text not null default 'enabled' check (status in ('enabled', 'stopped')),
  version int not null default 1,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, code),
  unique (tenant_id, name)
);
call protect('platform');

-- Categories of a platform's interfaces, a tree. The platform is one of the product's or of the tenant's.
create table api_collection (
  tenant_id uuid not null references tenant,
  id uuid not null,
  platform_id text not null,
  parent_id uuid,
  name text not null,
  remark text not null default '',
  -- among its siblings
  sort int not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique nulls not distinct (tenant_id, platform_id, parent_id, name),
  foreign key (tenant_id, parent_id) references api_collection (tenant_id, id)
);
call protect('api_collection');

create table api_asset (
  tenant_id uuid not null references tenant,
  id uuid not null,
  platform_id text not null,
  collection_id uuid,
  -- of the newest version, for lists
  name text not null,
  api text not null,
  method text not null,
  type text not null check (type in ('QUERY', 'EXECUTE')),
  -- only a published one is offered to strategies; those that use it keep their version whatever becomes of it
  status text not null default 'draft' check (status in ('draft', 'published', 'stopped')),
  version int not null default 1,
  -- among those of its category
  sort int not null default 0,
  created_by uuid,
  updated_by text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, collection_id) references api_collection (tenant_id, id)
);
create index api_asset_platform on api_asset (tenant_id, platform_id, status);
create index api_asset_collection on api_asset (tenant_id, collection_id, sort);
call protect('api_asset');

-- What an interface was at each save; strategies name one.
create table api_asset_version (
  tenant_id uuid not null,
  asset_id uuid not null,
  version int not null,
  doc jsonb not null,
  note text not null default '',
  username text not null default '',
  created_at timestamptz not null default now(),
  primary key (tenant_id, asset_id, version),
  foreign key (tenant_id, asset_id) references api_asset (tenant_id, id) on delete cascade
);
call protect('api_asset_version');
