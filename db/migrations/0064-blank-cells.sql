-- Blank cells of a CSV are null from now on, and files are written without the guard against formulas, where nothing
-- else is said. What was saved before says it from here on, and so keeps its meaning.

create function keep_file_options(config jsonb, source_platform text, target_platform text) returns jsonb
language plpgsql as $$
begin
  if source_platform in ('file', 'ftp', 'sftp', 's3', 'imap') and jsonb_typeof(config -> 'source') = 'object'
     and not coalesce(config #> '{source,options}' ? 'blank', false) then
    config := jsonb_set(config, '{source,options}',
      coalesce(config #> '{source,options}', '{}') || '{"blank": "text"}');
  end if;
  if target_platform in ('file', 'ftp', 'sftp', 's3') and jsonb_typeof(config -> 'target') = 'object'
     and not coalesce(config #> '{target,options}' ? 'guard_formulas', false) then
    config := jsonb_set(config, '{target,options}',
      coalesce(config #> '{target,options}', '{}') || '{"guard_formulas": true}');
  end if;
  return config;
end $$;

create function find_platform(tenant uuid, connector_id text) returns text language sql stable as $$
  select platform_id from connector c where c.tenant_id = tenant and c.id::text = connector_id
$$;

-- Forced row-level security binds the owner of the tables too.
select set_config('app.system', 'on', true);
update strategy_version set config = keep_file_options(config,
  find_platform(tenant_id, config #>> '{source,connector_id}'), find_platform(tenant_id, config #>> '{target,connector_id}'));
update rehearsal set config = keep_file_options(config,
  find_platform(tenant_id, config #>> '{source,connector_id}'), find_platform(tenant_id, config #>> '{target,connector_id}'));
update strategy_gate set parts = keep_file_options(parts,
  find_platform(tenant_id, parts #>> '{source,connector_id}'), find_platform(tenant_id, parts #>> '{target,connector_id}'))
  where parts is not null;
update strategy_template set config = keep_file_options(config, source_platform, target_platform);

select set_config('app.system', '', true);
drop function keep_file_options(jsonb, text, text);
drop function find_platform(uuid, text);
