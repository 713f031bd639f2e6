-- Which API asset a call of the gateway was of, by the name it had then: the log outlives the asset as it does the application.
alter table gateway_call add column asset_id uuid, add column asset_name text;
create index gateway_call_asset on gateway_call (tenant_id, asset_id, created_at desc, id desc) where asset_id is not null;
