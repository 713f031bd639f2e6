-- A line that a strategy wrote is found again by the record it was made of: one record, one line.
alter table bill_line add column record_key text;
alter table supply_line add column record_key text;
-- Which record it is now is looked up by its key.
alter table bill_line drop column record_id;
alter table supply_line drop column record_id;
-- Keys may be longer than an index takes.
create unique index bill_line_origin on bill_line (tenant_id, strategy_id, md5(record_key)) where record_key is not null;
create unique index supply_line_origin on supply_line (tenant_id, strategy_id, md5(record_key)) where record_key is not null;
-- A bill that comes later has what was pushed already.
create index bill_line_pushed on bill_line (tenant_id, account_id, txn_no, amount_minor) where record_key is not null;
grant usage on sequence bill_line_id_seq, supply_line_id_seq to sluice_app;
