-- As countMissing of the contract: rows that another row of the same read and key was written over are missing too.
create or replace function missing_of(books jsonb) returns bigint language sql immutable parallel safe
  as $$ select tally_of(books, 'rejected') + tally_of(books, 'conflicts') + tally_of(books, 'failed')
    + tally_of(books, 'dead') + tally_of(books, 'unknown') $$;
