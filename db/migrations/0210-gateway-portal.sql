-- Links by which people without an account see one application as its programs do: what it may call, what is left, its calls.

create table gateway_portal (
  tenant_id uuid not null,
  id uuid not null,
  application_id uuid not null,
  title text not null,
  -- SHA-256; the token itself is in the link alone
  token_hash bytea not null check (length(token_hash) = 32),
  -- whether its reader may replace the secrets that webhooks are signed with
  may_rotate boolean not null default false,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  opens bigint not null default 0,
  last_opened_at timestamptz,
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, application_id) references gateway_application (tenant_id, id) on delete cascade
);
-- A reader names no tenant.
create unique index gateway_portal_id on gateway_portal (id);
create index gateway_portal_application on gateway_portal (tenant_id, application_id, created_at desc);
call protect('gateway_portal');
