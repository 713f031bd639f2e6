-- The turns of runs are kept with those of every other work.

select set_config('app.system', 'on', true);
insert into work_kind values ('run');
insert into work_turn (tenant_id, kind, taken_at) select tenant_id, 'run', taken_at from tenant_load;
alter table tenant_load drop column taken_at;
