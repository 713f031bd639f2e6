-- What an application sees of a strategy's records: fields shown in part, and which rows at all.

alter table gateway_scope
  -- name of a field -> hide | ends | hash
  add column masks jsonb not null default '{}',
  -- [{field, op, values}], all of which must hold
  add column row_filter jsonb not null default '[]';
