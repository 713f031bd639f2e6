-- By which a rejected row is found at its source, where its key can be told.
alter table rejected_row add column key text;
