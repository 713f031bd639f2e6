-- adapter: scripts and statements beside declared requests; and what each run went through.

alter table adapter drop constraint adapter_kind_check;
alter table adapter add constraint adapter_kind_check check (kind in ('http', 'script', 'sql'));

-- [{role, id, name, version, level, kind}], in the order in which the sides were opened
alter table run add column adapters jsonb not null default '[]';
