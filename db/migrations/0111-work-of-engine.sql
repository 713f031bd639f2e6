-- discoveries, rehearsals (dry runs) and jobs on stored data are jobs as any other.

select set_config('app.system', 'on', true);
-- How often one was taken up and not heard of again is counted as attempts from now on.
alter table discovery drop column takes;
alter table rehearsal drop column takes;
drop index discovery_open;
drop index rehearsal_open;
call hold_work('discovery', 'discovery', 'requested_at', $$'queued', 'running'$$);
call hold_work('rehearsal', 'rehearsal', 'created_at', $$'queued', 'running'$$);
-- One that was under way waits again: nobody is known to have it, and its maintenance may be in any process.
drop index storage_job_open;
call hold_work('storage', 'storage_job', 'created_at', $$'queued', 'running'$$);
