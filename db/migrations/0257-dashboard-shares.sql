-- Links by which people without an account look at one dashboard, as whoever made the link would see it.

create table dashboard_share (
  tenant_id uuid not null references tenant,
  id uuid not null,
  dashboard_id uuid not null,
  title text not null,
  -- SHA-256; the token itself is in the link alone
  token_hash bytea not null check (length(token_hash) = 32),
  -- SHA-256 of the pass, which is one of token, salt and password; null: the link alone opens it
  password_hash bytea check (length(password_hash) = 32),
  -- without it who holds the link could make passes of guessed passwords
  password_salt bytea check ((password_salt is null) = (password_hash is null)),
  -- names of figures that may be shown: what is put on the dashboard later is not
  figures text[] not null,
  -- strategy groups that whoever made the link saw then; null: all
  groups text[],
  -- networks that may look; none: from anywhere
  ip_allow text[] not null default '{}',
  expires_at timestamptz not null,
  revoked_at timestamptz,
  opens bigint not null default 0,
  last_opened_at timestamptz,
  -- with whose eyes it is seen: without them it shows nothing
  created_by uuid not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, dashboard_id) references dashboard (tenant_id, id) on delete cascade
);
-- Who looks names no tenant.
create unique index dashboard_share_id on dashboard_share (id);
create index dashboard_share_dashboard on dashboard_share (tenant_id, dashboard_id, created_at desc);
call protect('dashboard_share');
