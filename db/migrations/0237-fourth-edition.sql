-- What orders texts that are stored goes by the edition it was written in: 3, where it names none. What orders nothing means the
-- same in both and stays with the newest.
select set_config('app.system', 'on', true);

create function pg_temp.orders(mapping jsonb, source jsonb) returns boolean language sql immutable as $$
  select coalesce(mapping @? '$.**.kind ? (@ == "expression")', false)
      or coalesce(mapping @? '$.**.group.calculate[*].op ? (@ == "min" || @ == "max")', false)
      or coalesce(source @? '$.filter[*][*].logic ? (@ == "gt" || @ == "egt" || @ == "lt" || @ == "elt" || @ == "between" || @ == "in" || @ == "notin")', false)
      or coalesce(source @? '$.deletes.when[*][*].logic ? (@ == "gt" || @ == "egt" || @ == "lt" || @ == "elt" || @ == "between" || @ == "in" || @ == "notin")', false)
$$;

update strategy_version set config = jsonb_set(config, '{mapping,edition}', '3')
 where jsonb_typeof(config -> 'mapping') = 'object' and not config -> 'mapping' ? 'edition'
   and pg_temp.orders(config -> 'mapping', config -> 'source');
update strategy_template set config = jsonb_set(config, '{mapping,edition}', '3')
 where jsonb_typeof(config -> 'mapping') = 'object' and not config -> 'mapping' ? 'edition'
   and pg_temp.orders(config -> 'mapping', config -> 'source');
update rehearsal set config = jsonb_set(config, '{mapping,edition}', '3')
 where jsonb_typeof(config -> 'mapping') = 'object' and not config -> 'mapping' ? 'edition'
   and pg_temp.orders(config -> 'mapping', config -> 'source');
-- A draft takes what it does not change from the version that is published.
update strategy_gate g set parts = jsonb_set(parts, '{mapping,edition}', '3')
 where jsonb_typeof(parts -> 'mapping') = 'object' and not parts -> 'mapping' ? 'edition'
   and (pg_temp.orders(parts -> 'mapping', parts -> 'source') or exists (
     select from strategy_version v
      where v.tenant_id = g.tenant_id and v.strategy_id = g.strategy_id and pg_temp.orders(null, v.config -> 'source')));

update strategy_version set config = jsonb_set(config, '{source,group,edition}', '3')
 where jsonb_typeof(config #> '{source,group}') = 'object' and not config #> '{source,group}' ? 'edition'
   and config @? '$.source.group.calculate[*].op ? (@ == "min" || @ == "max")';

-- What names the third and orders nothing is of the fourth as it stands.
update strategy_version set config = jsonb_set(config, '{mapping,edition}', '4')
 where config #>> '{mapping,edition}' = '3' and not pg_temp.orders(config -> 'mapping', config -> 'source');
update strategy_version set config = jsonb_set(config, '{source,group,edition}', '4')
 where config #>> '{source,group,edition}' = '3'
   and not config @? '$.source.group.calculate[*].op ? (@ == "min" || @ == "max")';
update strategy_version set config = jsonb_set(config, '{target,writeBack,edition}', '4')
 where config #>> '{target,writeBack,edition}' = '3';
update aggregate_report set definition = jsonb_set(definition, '{edition}', '4')
 where definition ->> 'edition' = '3' and not definition @? '$.conditions[*][*].logic ? (@ == "gt" || @ == "egt" || @ == "lt" || @ == "elt" || @ == "between" || @ == "in" || @ == "notin")';

drop function pg_temp.orders(jsonb, jsonb);

-- What was compared with the third edition says nothing about the fourth; it is compared anew.
delete from rehearsal where compares = 'edition';
select set_config('app.system', '', true);
