-- Rules that matches by hand spoke for, and somebody said no to: they are not proposed again.
create table recon_rule_rejection (
  tenant_id uuid not null references tenant,
  account_id uuid not null,
  -- what the matches had alike; the numbers of a later one may be others
  shape text not null,
  -- as it was proposed
  rule jsonb not null,
  reason text not null default '',
  rejected_by uuid,
  rejected_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, account_id, shape),
  foreign key (tenant_id, account_id) references recon_account (tenant_id, id) on delete cascade
);
call protect('recon_rule_rejection');
-- Matches by hand: no run made them.
create index match_group_by_hand on match_group (tenant_id, flow_id, id) where run_id is null and state = 'confirmed';
