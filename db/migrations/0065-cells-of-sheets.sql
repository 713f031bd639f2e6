-- Error cells of a workbook refuse their row from now on, and numbers are read with the leading zeros that their format
-- shows, where nothing else is said. What was saved before says it from here on, and so keeps its meaning.

create function keep_sheet_options(config jsonb, source_platform text) returns jsonb language sql immutable as $$
  select case
    when source_platform in ('file', 'ftp', 'sftp', 's3', 'imap') and jsonb_typeof(config -> 'source') = 'object'
    then jsonb_set(config, '{source,options}',
      '{"error_cells": "text", "leading_zeros": false}' || coalesce(config #> '{source,options}', '{}'))
    else config end
$$;

create function find_source_platform(tenant uuid, config jsonb) returns text language sql stable as $$
  select platform_id from connector c where c.tenant_id = tenant and c.id::text = config #>> '{source,connector_id}'
$$;

-- Forced row-level security binds the owner of the tables too.
select set_config('app.system', 'on', true);
update strategy_version set config = keep_sheet_options(config, find_source_platform(tenant_id, config));
update rehearsal set config = keep_sheet_options(config, find_source_platform(tenant_id, config));
update strategy_gate set parts = keep_sheet_options(parts, find_source_platform(tenant_id, parts)) where parts is not null;
update strategy_template set config = keep_sheet_options(config, source_platform);
select set_config('app.system', '', true);

drop function keep_sheet_options(jsonb, text);
drop function find_source_platform(uuid, jsonb);
