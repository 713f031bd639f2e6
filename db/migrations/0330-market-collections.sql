-- Packages that the operator puts together for who looks at the market first. Of no tenant, as what is offered there.
create table market_collection (
  id uuid primary key,
  title text not null,
  summary text not null,
  -- the lowest stands first
  position int not null default 0,
  -- [{ name, publisher_key }] of packages, whichever version is the newest
  members jsonb not null default '[]',
  lock int not null default 1,
  updated_at timestamptz not null default now()
);
grant select, insert, update, delete on market_collection to sluice_app;
