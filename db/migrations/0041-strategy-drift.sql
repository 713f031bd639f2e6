-- What became of a strategy's table or interface after its version was saved, and what of the strategy that breaks.
-- One row a side, over all changes since; another version of the strategy makes it void.
create table strategy_drift (
  tenant_id uuid not null,
  strategy_id uuid not null,
  side text not null check (side in ('source', 'target')),
  version int not null,
  connector_id uuid not null,
  object_id text collate "C" not null,
  at timestamptz not null default clock_timestamp(),
  -- {gone, removed: [name], changed: [{name, from, to}], breaks: [path]}
  detail json not null,
  primary key (tenant_id, strategy_id, side),
  foreign key (tenant_id, strategy_id) references strategy (tenant_id, id) on delete cascade
);
call protect('strategy_drift');
