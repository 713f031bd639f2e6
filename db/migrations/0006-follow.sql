-- Strategies that stay and take changes as they come.

alter table run add column if not exists follow boolean not null default false;
alter table strategy_version
  add column follow boolean not null generated always as (coalesce(config #>> '{source,follow}' = 'true', false)) stored;
-- The scheduler asks for these twice a second.
create index strategy_version_follow on strategy_version (tenant_id, strategy_id, version) where follow;

-- One beginning of following one source. Its id names what the far system keeps for it (a slot, a group). The row
-- outlives its strategy until the far system has forgotten that, so it has no foreign key to it.
create table follow_reader (
  tenant_id uuid not null references tenant,
  id uuid not null,
  strategy_id uuid not null,
  connector_id uuid not null,
  resource text not null,
  -- SourceConfig of the contract, to open the source by
  source jsonb not null,
  -- following; lost: the far system no longer has what comes next; retired: to be forgotten there, then deleted here
  state text not null default 'following' check (state in ('following', 'lost', 'retired')),
  -- the source's own text; null = the beginning. Moves in the transaction that lands the page
  position text,
  -- FollowProgress of the connector
  progress jsonb,
  -- SourceLag of the connector, and when it was asked
  lag jsonb,
  lag_at timestamptz,
  -- why it is lost, or why it could not be forgotten
  failure jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create unique index follow_reader_current on follow_reader (tenant_id, strategy_id, connector_id, resource)
  where state <> 'retired';
call protect('follow_reader');
