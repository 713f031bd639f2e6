-- What lasts is done by somebody who has shown lately who they are, not by whoever found a browser signed in.

-- The newest proof of each sign-in: a password, a code of the second factor, a fresh sign-in at the provider.
create table session_proof (
  tenant_id uuid not null,
  -- of the session
  family_id uuid not null,
  user_id uuid not null,
  method text not null,
  proved_at timestamptz not null,
  primary key (tenant_id, family_id),
  foreign key (tenant_id, user_id) references app_user (tenant_id, id) on delete cascade
);
create index session_proof_user on session_proof (tenant_id, user_id);
call protect('session_proof');

-- The longest life of a personal access token that is made from now on.
alter table sign_in_policy
  add column token_max_days int not null default 365 check (token_max_days between 1 and 730);

-- The administrators' list of all tokens.
create index access_token_time on access_token (tenant_id, created_at desc, id);
