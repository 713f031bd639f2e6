-- What was asked and answered, where an application's policy keeps it: sealed, masked as the application sees it, for so many days.

alter table gateway_application
  add column body_policy text not null default 'off' check (body_policy in ('off', 'error', 'always')),
  add column body_days int not null default 7 check (body_days between 1 and 90);
-- null: the application's
alter table gateway_scope add column body_policy text check (body_policy in ('off', 'error', 'always'));
alter table gateway_asset add column body_policy text check (body_policy in ('off', 'error', 'always'));

create table gateway_call_body (
  tenant_id uuid not null,
  call_id uuid not null,
  -- both bodies as they are shown, and what was sent, where it may be sent again
  sealed text not null,
  -- what was sent is here whole
  is_whole boolean not null,
  -- the call by which it was sent again: once
  replay_id uuid,
  ends_at timestamptz not null,
  primary key (tenant_id, call_id),
  foreign key (tenant_id, call_id) references gateway_call (tenant_id, id) on delete cascade
);
create index gateway_call_body_end on gateway_call_body (ends_at);
call protect('gateway_call_body');

alter table gateway_call
  -- it was judged, and nothing happened
  add column is_dry_run boolean not null default false,
  -- the call whose body was sent again by somebody of the tenant
  add column replay_of uuid;

-- A dry run asks which of its keys were sent before.
create index gateway_receipt_key on gateway_receipt (tenant_id, application_id, strategy_id, record_key) where record_key is not null;
