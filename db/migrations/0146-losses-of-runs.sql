-- By which processes, and when, a run was lost in a row before its first page: [{by, at}]
alter table run add column losses jsonb not null default '[]';
