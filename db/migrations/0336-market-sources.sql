-- The market of an installation can be read by others, and follow that of another one.

-- What a package's file is asked for by, and told to have; and from whose market it came. Empty: it was released here.
alter table market_offer
  add column file_digest text not null default '',
  add column bytes int not null default 0,
  add column source text not null default '';
update market_offer
   set file_digest = encode(sha256(convert_to(document, 'UTF8')), 'hex'), bytes = octet_length(document);
create index market_offer_digest on market_offer (file_digest);

-- The market as others read it, of the tenant that runs the installation. What was signed last is kept: it is served as it is
-- until something changes.
create table market_feed (
  tenant_id uuid primary key references tenant,
  is_on boolean not null default false,
  key text not null,
  -- sealed
  secret text not null,
  -- grows with every index that is signed, by whatever key
  serial bigint not null default 0,
  -- tells what stood in the market then
  stamp text not null default '',
  -- the signed index as a text; empty: none was signed
  document text not null default '',
  signed_at timestamptz
);
call protect('market_feed');

-- Markets of other installations that this one follows.
create table market_source (
  tenant_id uuid not null references tenant,
  id uuid not null,
  title text not null,
  -- empty: it comes by files alone
  address text not null default '',
  -- what its index is signed by; confirmed by a person
  key text not null,
  every_minutes int not null,
  -- review: each waits for the operator; clean: what the checks find nothing in is open by itself
  takes text not null check (takes in ('review', 'clean')),
  is_on boolean not null default true,
  -- of the last index that was believed: none before it is
  serial bigint not null default 0,
  -- SHA-256 of it: two of one number are not both true
  index_digest text not null default '',
  signed_at timestamptz,
  packages int not null default 0,
  -- still to be fetched
  remaining int not null default 0,
  looked_at timestamptz,
  -- { code, message, field, value } of why the last look came to nothing
  failure jsonb,
  -- [{ name, version, digest, failure }] of packages that were not taken
  problems jsonb not null default '[]',
  -- somebody is looking until then
  claimed_until timestamptz,
  lock int not null default 1,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, key)
);
call protect('market_source');

-- Packages that came from there, whether they are in the market or not.
create table market_mirror (
  tenant_id uuid not null references tenant,
  id uuid not null,
  source_id uuid not null,
  package_id uuid not null,
  name text not null,
  version text not null,
  -- the signed file as it came
  document text not null,
  file_digest text not null,
  sha256 text not null,
  publisher text not null,
  publisher_key text not null,
  state text not null check (state in ('released', 'waiting', 'refused', 'withdrawn')),
  reason text not null default '',
  words text not null,
  platforms text[] not null,
  industry text not null default '',
  card jsonb not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, name, publisher_key, version),
  foreign key (tenant_id, source_id) references market_source (tenant_id, id) on delete cascade
);
create index market_mirror_package on market_mirror (tenant_id, package_id);
call protect('market_mirror');
