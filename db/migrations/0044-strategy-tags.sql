-- Words that strategies are found by.
alter table strategy add column tags text[] not null default '{}';
