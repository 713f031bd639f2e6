-- Who someone is: phones, pictures to read before a code is sent, second factors, single sign-on, locks.

-- Only a confirmed phone signs in, so an administrator's typing cannot give away somebody else's account.
alter table app_user
  add column phone text check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  add column phone_confirmed_at timestamptz,
  add column email text;
create unique index app_user_phone on app_user (phone) where phone_confirmed_at is not null;

-- Wrong passwords by name and by address. By the name's hash, whether or not somebody has that name.
create unlogged table login_failure (
  key bytea primary key,
  failures int not null,
  first_at timestamptz not null,
  -- locks in a row: each lasts twice as long as the one before
  locks int not null default 0,
  locked_until timestamptz
);

-- A question before something dear: characters in a picture (answer_hash) or a piece of computing (bits).
create unlogged table captcha (
  id uuid primary key,
  purpose text not null,
  answer_hash bytea,
  bits int,
  expires_at timestamptz not null,
  check ((answer_hash is null) <> (bits is null))
);

create unlogged table sms_code (
  ticket_hash bytea primary key,
  purpose text not null,
  phone text not null,
  -- whose phone becomes confirmed by it; null for a sign-in
  user_id uuid,
  code_hash bytea not null,
  tries int not null default 0,
  expires_at timestamptz not null
);
grant select, insert, update, delete on login_failure, captcha, sms_code to sluice_app;

create table sign_in_policy (
  tenant_id uuid primary key references tenant,
  -- whoever holds every permission needs a second factor
  require_totp boolean not null default false,
  updated_at timestamptz not null default now()
);
call protect('sign_in_policy');

create table user_totp (
  tenant_id uuid not null,
  user_id uuid not null,
  -- sealed
  secret text not null,
  -- null: shown to the user, not yet proved
  confirmed_at timestamptz,
  -- the newest step a code was taken of: no code works twice
  last_step bigint not null default 0,
  created_at timestamptz not null default now(),
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references app_user (tenant_id, id) on delete cascade
);
call protect('user_totp');

create table recovery_code (
  tenant_id uuid not null,
  user_id uuid not null,
  hash bytea not null,
  used_at timestamptz,
  primary key (tenant_id, user_id, hash),
  foreign key (tenant_id, user_id) references app_user (tenant_id, id) on delete cascade
);
call protect('recovery_code');

-- The first factor was right; the second is awaited.
create table login_ticket (
  tenant_id uuid not null,
  ticket_hash bytea not null,
  user_id uuid not null,
  method text not null,
  tries int not null default 0,
  expires_at timestamptz not null,
  primary key (tenant_id, ticket_hash),
  foreign key (tenant_id, user_id) references app_user (tenant_id, id) on delete cascade
);
call protect('login_ticket');

create table sso_provider (
  tenant_id uuid not null references tenant,
  id uuid not null,
  label text not null,
  issuer text not null,
  client_id text not null,
  -- sealed; null: a public client, which PKCE alone protects
  client_secret text,
  scope text not null default 'openid profile email',
  -- registered at the provider, letter by letter
  redirect_uri text not null,
  is_enabled boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, label)
);
call protect('sso_provider');

-- One way to the provider and back.
create table sso_state (
  tenant_id uuid not null,
  state_hash bytea not null,
  provider_id uuid not null,
  nonce text not null,
  verifier text not null,
  -- of the secret that stays in the browser which set out
  binding_hash bytea not null,
  -- who links an identity; null: a sign-in
  user_id uuid,
  expires_at timestamptz not null,
  primary key (tenant_id, state_hash),
  foreign key (tenant_id, provider_id) references sso_provider (tenant_id, id) on delete cascade
);
call protect('sso_state');

create table user_identity (
  tenant_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  provider_id uuid not null,
  issuer text not null,
  subject text not null,
  -- what the provider calls the person, to be told apart by
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, issuer, subject),
  foreign key (tenant_id, user_id) references app_user (tenant_id, id) on delete cascade,
  foreign key (tenant_id, provider_id) references sso_provider (tenant_id, id) on delete cascade
);
create index user_identity_user on user_identity (tenant_id, user_id);
call protect('user_identity');
