-- All lines of one order and of one payout, whatever the side: the story of an order reads no list.
create index bill_line_parent on bill_line (tenant_id, parent_order) where parent_order is not null;
create index supply_line_parent on supply_line (tenant_id, parent_order) where parent_order is not null;
create index bill_line_batch on bill_line (tenant_id, batch_no) where batch_no is not null;
create index supply_line_batch on supply_line (tenant_id, (attributes ->> 'batch_no')) where attributes ->> 'batch_no' is not null;
