-- strategy: where it was taken from.

-- The strategy that was quoted, and its version then. It may be gone by now, so no key points there.
alter table strategy
  add column quote_id uuid,
  add column quote_version int,
  add constraint strategy_quote check ((quote_id is null) = (quote_version is null));
