-- Mappings say by which edition of their language they compute. What is stored keeps the one it was written in: 1.
-- The contract takes a mapping without one for the newest.
select set_config('app.system', 'on', true);
update strategy_version set config = jsonb_set(config, '{mapping,edition}', '1')
 where jsonb_typeof(config -> 'mapping') = 'object' and not config -> 'mapping' ? 'edition';
update strategy_template set config = jsonb_set(config, '{mapping,edition}', '1')
 where jsonb_typeof(config -> 'mapping') = 'object' and not config -> 'mapping' ? 'edition';
update rehearsal set config = jsonb_set(config, '{mapping,edition}', '1')
 where jsonb_typeof(config -> 'mapping') = 'object' and not config -> 'mapping' ? 'edition';
update strategy_gate set parts = jsonb_set(parts, '{mapping,edition}', '1')
 where jsonb_typeof(parts -> 'mapping') = 'object' and not parts -> 'mapping' ? 'edition';
select set_config('app.system', '', true);
