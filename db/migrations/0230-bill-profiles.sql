-- Bills of kinds that the product does not know: which of their columns says what, as people mapped it once.

create table bill_profile (
  tenant_id uuid not null references tenant,
  id uuid not null,
  name text not null,
  -- the newest of its mappings
  version int not null default 1,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_by uuid,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, name)
);
call protect('bill_profile');

-- A file names the version that read it, so none ever changes.
create table bill_profile_version (
  tenant_id uuid not null references tenant,
  profile_id uuid not null,
  version int not null,
  -- as the header writes them; a file with all of them is of this kind
  headings text[] not null,
  mapping jsonb not null,
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (tenant_id, profile_id, version),
  foreign key (tenant_id, profile_id) references bill_profile (tenant_id, id) on delete cascade
);
call protect('bill_profile_version');

-- What was inside a locked archive, as an archive without a lock; the password itself is kept nowhere.
alter table raw_file add column opened_path text;
