-- A rehearsal may compare with what the published version makes of a record today instead of what was written:
-- 'edition': the published version in the newest edition of the mapping language; 'change': a change before it is saved.
alter table rehearsal add column compares text check (compares in ('edition', 'change'));
-- Reports of the strategy as they were when it was asked for, whose conditions are compared too.
alter table rehearsal add column reports jsonb not null default '[]';
-- One that waits for its walk does not stand in the way of a rehearsal of the draft.
drop index rehearsal_one;
create unique index rehearsal_one on rehearsal (tenant_id, strategy_id, (compares is null)) where state in ('queued', 'running');

-- Groups of stored records, fields taken from a target's answer and reports name their edition too; what is stored is of 1.
select set_config('app.system', 'on', true);
update strategy_version set config = jsonb_set(config, '{source,group,edition}', '1')
 where jsonb_typeof(config #> '{source,group}') = 'object' and not config #> '{source,group}' ? 'edition';
update strategy_version set config = jsonb_set(config, '{target,writeBack,edition}', '1')
 where jsonb_typeof(config #> '{target,writeBack}') = 'object' and not config #> '{target,writeBack}' ? 'edition';
update strategy_template set config = jsonb_set(config, '{source,group,edition}', '1')
 where jsonb_typeof(config #> '{source,group}') = 'object' and not config #> '{source,group}' ? 'edition';
update strategy_template set config = jsonb_set(config, '{target,writeBack,edition}', '1')
 where jsonb_typeof(config #> '{target,writeBack}') = 'object' and not config #> '{target,writeBack}' ? 'edition';
update rehearsal set config = jsonb_set(config, '{source,group,edition}', '1')
 where jsonb_typeof(config #> '{source,group}') = 'object' and not config #> '{source,group}' ? 'edition';
update rehearsal set config = jsonb_set(config, '{target,writeBack,edition}', '1')
 where jsonb_typeof(config #> '{target,writeBack}') = 'object' and not config #> '{target,writeBack}' ? 'edition';
update strategy_gate set parts = jsonb_set(parts, '{source,group,edition}', '1')
 where jsonb_typeof(parts #> '{source,group}') = 'object' and not parts #> '{source,group}' ? 'edition';
update strategy_gate set parts = jsonb_set(parts, '{target,writeBack,edition}', '1')
 where jsonb_typeof(parts #> '{target,writeBack}') = 'object' and not parts #> '{target,writeBack}' ? 'edition';
-- What counts as changed since a result was computed is the version, which stays.
update aggregate_report set definition = jsonb_set(definition, '{edition}', '1') where not definition ? 'edition';
select set_config('app.system', '', true);
