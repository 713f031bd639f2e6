-- Links by which people without an account read one table of a strategy: chosen columns and filters, and nothing else.

create table table_share (
  tenant_id uuid not null references tenant,
  id uuid not null,
  strategy_id uuid not null,
  title text not null,
  -- SHA-256; the token itself is in the link alone
  token_hash bytea not null check (length(token_hash) = 32),
  -- {side, columns, filter, conditions, order, masks}
  view jsonb not null,
  -- networks that may read; none: from anywhere
  ip_allow text[] not null default '{}',
  -- origins that may show it in a frame; none: nobody
  embed_origins text[] not null default '{}',
  expires_at timestamptz not null,
  revoked_at timestamptz,
  opens bigint not null default 0,
  last_opened_at timestamptz,
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, strategy_id) references strategy (tenant_id, id) on delete cascade
);
-- A reader names no tenant.
create unique index table_share_id on table_share (id);
create index table_share_strategy on table_share (tenant_id, strategy_id, created_at desc);
call protect('table_share');
call scope_by_strategy('table_share');
