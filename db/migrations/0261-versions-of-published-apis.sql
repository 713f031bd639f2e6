-- Versions of what is published to an application: the one of now lies where it lay, those before it answer as they did until their sunset.

alter table gateway_scope
  add column version int not null default 1 check (version > 0),
  add column deprecated_at timestamptz,
  add column sunset_at timestamptz,
  add constraint gateway_scope_dates check (deprecated_at <= sunset_at);
alter table gateway_asset
  add column version int not null default 1 check (version > 0),
  add column deprecated_at timestamptz,
  add column sunset_at timestamptz,
  add constraint gateway_asset_dates check (deprecated_at <= sunset_at);

-- Rows stay behind their sunset: whoever calls then is told that it is gone, and no number is given twice.
create table gateway_old_version (
  tenant_id uuid not null,
  id uuid not null,
  application_id uuid not null,
  -- one of the two
  strategy_id uuid,
  asset_id uuid,
  -- of an asset
  connector_id uuid,
  version int not null check (version > 0),
  -- what it hands out, as the gateway read it when the next one took its place
  doc jsonb not null,
  deprecated_at timestamptz not null,
  sunset_at timestamptz not null,
  created_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id),
  check (num_nonnulls(strategy_id, asset_id) = 1),
  check ((asset_id is null) = (connector_id is null)),
  check (deprecated_at <= sunset_at),
  foreign key (tenant_id, application_id) references gateway_application (tenant_id, id) on delete cascade,
  foreign key (tenant_id, strategy_id) references strategy (tenant_id, id) on delete cascade,
  foreign key (tenant_id, asset_id) references api_asset (tenant_id, id) on delete cascade,
  foreign key (tenant_id, connector_id) references connector (tenant_id, id) on delete cascade
);
create unique index gateway_old_version_nth on gateway_old_version (tenant_id, application_id, coalesce(strategy_id, asset_id), version);
create index gateway_old_version_strategy on gateway_old_version (tenant_id, strategy_id) where strategy_id is not null;
create index gateway_old_version_asset on gateway_old_version (tenant_id, asset_id) where asset_id is not null;
create index gateway_old_version_connector on gateway_old_version (tenant_id, connector_id) where connector_id is not null;
call protect('gateway_old_version');

-- null: before versions were told apart, or nothing that has any.
alter table gateway_call add column api_version int;

-- Of the asset, by which the application was last saved: a newer one that would break its callers does not reach them unseen. null: before that.
alter table gateway_asset add column asset_version int;
update gateway_asset g set asset_version = coalesce(s.published_version, s.version)
  from api_asset s where s.tenant_id = g.tenant_id and s.id = g.asset_id;
