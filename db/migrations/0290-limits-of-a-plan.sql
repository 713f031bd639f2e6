-- What a plan may hold further: how many connectors, how often a strategy may run, and whether it may follow or script.
alter table tenant_quota
  add column connectors int check (connectors >= 0),
  -- between two slots of a schedule
  add column least_minutes int check (least_minutes between 1 and 1440),
  add column may_follow boolean not null default true,
  add column may_script boolean not null default true;
