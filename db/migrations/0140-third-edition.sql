-- Expressions that are stored compute by the edition they were written in: 2, where they name none. What has no expression means
-- the same in both and stays with the newest.
select set_config('app.system', 'on', true);
update strategy_version set config = jsonb_set(config, '{mapping,edition}', '2')
 where jsonb_typeof(config -> 'mapping') = 'object' and not config -> 'mapping' ? 'edition'
   and config -> 'mapping' @? '$.**.kind ? (@ == "expression")';
update strategy_template set config = jsonb_set(config, '{mapping,edition}', '2')
 where jsonb_typeof(config -> 'mapping') = 'object' and not config -> 'mapping' ? 'edition'
   and config -> 'mapping' @? '$.**.kind ? (@ == "expression")';
update rehearsal set config = jsonb_set(config, '{mapping,edition}', '2')
 where jsonb_typeof(config -> 'mapping') = 'object' and not config -> 'mapping' ? 'edition'
   and config -> 'mapping' @? '$.**.kind ? (@ == "expression")';
update strategy_gate set parts = jsonb_set(parts, '{mapping,edition}', '2')
 where jsonb_typeof(parts -> 'mapping') = 'object' and not parts -> 'mapping' ? 'edition'
   and parts -> 'mapping' @? '$.**.kind ? (@ == "expression")';

-- Conditions of reports, groups of stored records and write-backs have no expressions: those of 2 are of 3 as they stand.
update strategy_version set config = jsonb_set(config, '{mapping,edition}', '3')
 where config #>> '{mapping,edition}' = '2' and not config -> 'mapping' @? '$.**.kind ? (@ == "expression")';
update strategy_version set config = jsonb_set(config, '{source,group,edition}', '3')
 where config #>> '{source,group,edition}' = '2';
update strategy_version set config = jsonb_set(config, '{target,writeBack,edition}', '3')
 where config #>> '{target,writeBack,edition}' = '2';
update aggregate_report set definition = jsonb_set(definition, '{edition}', '3') where definition ->> 'edition' = '2';

-- What was compared with the second edition says nothing about the third; it is compared anew.
delete from rehearsal where compares = 'edition';
select set_config('app.system', '', true);
