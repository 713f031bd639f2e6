-- Files of a folder are known by path, size and time, because a file that is moved keeps its old time.

-- One name for each version of a file that was there when the watermark last moved, a line each; null: none is known yet.
alter table strategy_cursor add column seen text;
-- The same of the run that is under way, until it ends well.
alter table strategy_cursor add column seen_next text;
alter table strategy_cursor add column seen_by uuid;
