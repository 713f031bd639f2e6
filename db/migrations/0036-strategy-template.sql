-- Strategies to begin others with: what is saved, without the connectors, whose places are open.

create table strategy_template (
  tenant_id uuid not null references tenant,
  id uuid not null,
  name text not null,
  description text not null default '',
  -- only connectors of these platforms fit
  source_platform text not null,
  target_platform text not null,
  -- a configuration without connector ids and without the strategies it waits for
  config jsonb not null,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create unique index strategy_template_name on strategy_template (tenant_id, lower(name));
call protect('strategy_template');
