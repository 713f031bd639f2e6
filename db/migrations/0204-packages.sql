-- Integrations that somebody has solved: made by one tenant, found and installed by others.

-- What a tenant makes, as it is now.
create table solution_package (
  tenant_id uuid not null references tenant,
  id uuid not null,
  name text not null,
  -- SolutionPackage of the contract as JSON text, unsigned: every digit of its samples
  document text not null,
  -- of its content; another one than that of the newest release: it was changed since
  sha256 text not null,
  -- what lists show, with its words in all languages
  card jsonb not null,
  -- ids of those that it connects
  platforms text[] not null default '{}',
  visibility text not null default 'private' check (visibility in ('private', 'code', 'market')),
  share_code text unique,
  -- ids of the strategies that it is made of
  strategies uuid[] not null default '{}',
  lock int not null default 1,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, name)
);
call protect('solution_package');

-- With what a tenant signs: made with its first release, and never another.
create table package_publisher (
  tenant_id uuid primary key references tenant,
  key text not null,
  -- sealed
  secret text not null
);
call protect('package_publisher');

-- What was signed under a version; it never changes, only whether it is offered.
create table package_release (
  tenant_id uuid not null references tenant,
  id uuid not null,
  package_id uuid not null,
  name text not null,
  version text not null,
  -- the signed file
  document text not null,
  sha256 text not null,
  publisher text not null,
  publisher_key text not null,
  -- as its package's at that moment and since
  visibility text not null check (visibility in ('private', 'code', 'market')),
  share_code text,
  state text not null check (state in ('released', 'waiting', 'refused', 'withdrawn')),
  -- what it is found by: title, summary, publisher, tags and documents in all languages
  words text not null,
  -- ids of platforms
  platforms text[] not null,
  industry text not null default '',
  -- what a card of the market shows, with its words in all languages
  card jsonb not null,
  reason text not null default '',
  created_by uuid not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, package_id, version),
  foreign key (tenant_id, package_id) references solution_package (tenant_id, id) on delete cascade
);
call protect('package_release');

-- Releases that other tenants may read, of no tenant: into the market by approval of the operator, or to whoever has a code.
create table market_offer (
  -- of the release
  id uuid primary key,
  package_id uuid not null,
  name text not null,
  version text not null,
  document text not null,
  sha256 text not null,
  publisher text not null,
  publisher_key text not null,
  -- SHA-256 of the code that it is read by, hexadecimal; null: it stands in the market
  code_digest text,
  words text not null,
  platforms text[] not null,
  industry text not null default '',
  card jsonb not null,
  created_at timestamptz not null
);
grant select, insert, update, delete on market_offer to sluice_app;
create index market_offer_package on market_offer (package_id, created_at desc);
create index market_offer_code on market_offer (code_digest) where code_digest is not null;

-- A package that was brought as a file or by a code.
create table package_upload (
  tenant_id uuid not null references tenant,
  id uuid not null,
  name text not null,
  version text not null,
  document text not null,
  sha256 text not null,
  publisher text not null,
  publisher_key text not null,
  -- newer ones are found by it
  share_code text,
  words text not null,
  platforms text[] not null,
  industry text not null default '',
  card jsonb not null,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, sha256)
);
call protect('package_upload');

create table package_installation (
  tenant_id uuid not null references tenant,
  id uuid not null,
  -- where it came from, and who signed it; an empty key: it came with the product
  ref text not null,
  name text not null,
  version text not null,
  publisher text not null,
  publisher_key text not null,
  prefix text not null,
  group_name text not null default '',
  -- codes of the chosen strategies in the package
  flows text[] not null,
  -- connector ids by slot
  connectors jsonb not null,
  -- values as text
  params jsonb not null,
  -- the package as it was installed, as JSON text
  document text not null,
  -- its objects as they were written here: what local changes are told by. JSON text of ConfigFile[]
  base text not null,
  -- [{ kind, key, from }] of what it made, as it is called here and in the package
  objects jsonb not null,
  -- with its words in all languages
  title jsonb not null,
  platforms text[] not null,
  -- what the last upgrade found, as JSON text, and its version; null: it was never upgraded
  previous text,
  previous_version text,
  is_converted boolean not null default false,
  -- its figures, without a name, count in the market's
  tells_use boolean not null default false,
  lock int not null default 1,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create unique index package_installation_prefix on package_installation (tenant_id, name, publisher_key, lower(prefix));
call protect('package_installation');

-- What is said of a package by those that have it installed; all read it.
create table market_review (
  name text not null,
  publisher_key text not null,
  -- digest of who says it: each says one thing of a package
  reviewer text not null,
  said_by text not null,
  stars int not null check (stars between 1 and 5),
  said text not null default '',
  version text not null,
  created_at timestamptz not null default now(),
  primary key (name, publisher_key, reviewer)
);
grant select, insert, update, delete on market_review to sluice_app;

-- What all installations of a package did together; counted by a job of the product.
create table market_use (
  name text not null,
  publisher_key text not null,
  installs int not null,
  -- written and refused in the last 30 days
  records bigint not null,
  errors bigint not null,
  counted_at timestamptz not null,
  primary key (name, publisher_key)
);
grant select, insert, update, delete on market_use to sluice_app;
