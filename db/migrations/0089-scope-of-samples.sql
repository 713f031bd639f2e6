-- A role with chosen groups sees no template that was made of a strategy outside them, and no value that such a strategy
-- missed in a value map. Templates that are there already do not say where they came from: they are for who sees all.
alter table strategy_template add column group_name text;
create policy scope on strategy_template as restrictive
  using (app_groups() is null or (group_name is not null and app_groups() ? group_name));
call scope_by_strategy('value_map_miss');
call scope_by_strategy('strategy_drift');
