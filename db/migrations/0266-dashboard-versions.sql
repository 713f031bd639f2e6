-- What a dashboard said each time that it was saved: the newest fifty.

create table dashboard_version (
  tenant_id uuid not null references tenant,
  dashboard_id uuid not null,
  -- as the dashboard counts them
  version int not null,
  name text not null,
  refresh_seconds int not null,
  design jsonb not null,
  -- why, in the words of who saved it
  note text not null default '',
  -- the version whose content this is again; null: it is of its own
  restored_from int,
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (tenant_id, dashboard_id, version),
  foreign key (tenant_id, dashboard_id) references dashboard (tenant_id, id) on delete cascade
);
call protect('dashboard_version');

-- Those that stand now.
insert into dashboard_version (tenant_id, dashboard_id, version, name, refresh_seconds, design, created_by, created_at)
select tenant_id, id, version, name, refresh_seconds, design, updated_by, updated_at from dashboard;
