-- Rows of an increment that were refused are read again until they are taken or gone.

-- What the row holds in the increment field; null where that cannot be told.
alter table rejected_row add column place text;
-- Windows of that field in which refused rows lie, behind the watermark: {field, windows: [{from, to}]}.
alter table strategy_cursor add column rejected jsonb;
