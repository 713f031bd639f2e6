-- replays are jobs as any other: held by a lease between their steps, not by a lock within one.

select set_config('app.system', 'on', true);
drop index replay_job_open;
call hold_work('replay', 'replay_job', 'created_at', $$'choosing', 'running'$$);
