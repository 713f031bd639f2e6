-- Which stored records a strategy groups, as its source names them; null: none. Whoever opens or clears away a row asks.
alter table strategy_version add column groups_of text generated always as (
  case when jsonb_typeof(config #> '{source,group}') = 'object' then config #>> '{source,resource}' end) stored;
create index strategy_version_groups on strategy_version (tenant_id, groups_of) where groups_of is not null;
