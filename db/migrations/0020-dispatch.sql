-- How the queue of runs stays short to walk.

-- Runs that have ended have no place in the index by which a claim walks from one waiting pool to the next.
drop index run_pool_end;
create index run_pool_end on run (tenant_id, pool_id, finished_at) where finished_at is not null;

-- A run that starts or ends leaves a dead entry at the head of its tenant's queue, which every claim walks over until
-- the table is vacuumed: by default after a fifth of its rows.
alter table run set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
