-- Which record of a strategy a row of its target belongs to. Kept only where the key at the target does not hold the whole key
-- of the source as it is, so that different records could be written over each other.
create table target_key (
  tenant_id uuid not null,
  strategy_id uuid not null,
  -- 128 bits of SHA-256 of the key at the target
  hash bytea not null,
  record_key text collate "C" not null,
  -- that gave it: a set that is replaced begins without what earlier ones gave
  run_id uuid not null,
  primary key (tenant_id, strategy_id, hash),
  foreign key (tenant_id, strategy_id) references strategy (tenant_id, id) on delete cascade
);
create index target_key_record on target_key (tenant_id, strategy_id, record_key);
call protect('target_key');
