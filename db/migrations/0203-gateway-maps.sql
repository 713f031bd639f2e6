-- Value maps that an application may look values up in, both ways.
alter table gateway_application add column map_ids uuid[] not null default '{}';
