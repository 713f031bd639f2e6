-- What a call asked by: fields it filtered by, parameters it gave. Names alone; null: nothing that has any, or before this.
alter table gateway_call add column used_fields text[];

-- Also what an application sent lately to one strategy.
create index gateway_receipt_sent on gateway_receipt (tenant_id, application_id, strategy_id, created_at desc);
drop index gateway_receipt_application;
