-- Dashboards: figures of the product laid out on a sheet of a fixed size.

create table dashboard (
  tenant_id uuid not null references tenant,
  id uuid not null,
  name text not null,
  -- the one it began as
  template text not null default 'blank',
  refresh_seconds int not null default 30 check (refresh_seconds between 5 and 60),
  -- DashboardDesign of the contract: size, look and components
  design jsonb not null,
  version int not null default 1,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_by uuid,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create unique index dashboard_name on dashboard (tenant_id, lower(name));
call protect('dashboard');
