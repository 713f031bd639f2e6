-- The newest business date that a strategy has read: the time in its increment field, whenever it was read. What was read of
-- another source or field says nothing any more.
alter table strategy_pulse add column record_at timestamptz, add column record_of text;
