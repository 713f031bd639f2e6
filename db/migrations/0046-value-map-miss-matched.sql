-- A line holds the value now, while the records that met it may still wait to be processed again.
alter table value_map_miss add column matched boolean not null default false;
