-- API assets of a connector that an application may call itself.

create table gateway_asset (
  tenant_id uuid not null,
  application_id uuid not null,
  asset_id uuid not null,
  -- whose address, secrets and budget the call takes
  connector_id uuid not null,
  -- fields of an answered record that are handed out
  fields text[] not null default '{}',
  masks jsonb not null default '{}',
  primary key (tenant_id, application_id, asset_id),
  foreign key (tenant_id, application_id) references gateway_application (tenant_id, id) on delete cascade,
  foreign key (tenant_id, asset_id) references api_asset (tenant_id, id) on delete cascade,
  foreign key (tenant_id, connector_id) references connector (tenant_id, id) on delete cascade
);
create index gateway_asset_asset on gateway_asset (tenant_id, asset_id);
create index gateway_asset_connector on gateway_asset (tenant_id, connector_id);
call protect('gateway_asset');
