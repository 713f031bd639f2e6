-- Strategies that are stored wrote several records over one row where their keys made it so, and go on until they are saved
-- otherwise; their check-lists say it. Where keys can't meet, and where rows are only added, it means nothing.
select set_config('app.system', 'on', true);
update strategy_version set config = jsonb_set(config, '{target,shared}', 'true')
 where jsonb_typeof(config -> 'target') = 'object' and not config -> 'target' ? 'shared'
   and config #>> '{target,mode}' is distinct from 'insert';
update strategy_template set config = jsonb_set(config, '{target,shared}', 'true')
 where jsonb_typeof(config -> 'target') = 'object' and not config -> 'target' ? 'shared'
   and config #>> '{target,mode}' is distinct from 'insert';
update strategy_gate set parts = jsonb_set(parts, '{target,shared}', 'true')
 where jsonb_typeof(parts -> 'target') = 'object' and not parts -> 'target' ? 'shared'
   and parts #>> '{target,mode}' is distinct from 'insert';
select set_config('app.system', '', true);
