-- The fields that a source had when a version of a strategy first read it: what every later run of the version holds the
-- source against before it reads. A run whose mapping would read nothing of a field ends before its first row.
create table strategy_fields (
  tenant_id uuid not null,
  strategy_id uuid not null,
  version int not null,
  -- [{name, type, nativeType, rows}]
  fields json not null,
  at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, strategy_id, version),
  foreign key (tenant_id, strategy_id) references strategy (tenant_id, id) on delete cascade
);
call protect('strategy_fields');
