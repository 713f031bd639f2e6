-- What belongs to one person: tokens for their scripts, and the notices they read.

-- A personal access token works as its user, with at most the permissions it names. Only its hash is kept.
create table access_token (
  tenant_id uuid not null references tenant,
  id uuid not null,
  user_id uuid not null,
  name text not null,
  -- its first characters, by which people tell tokens apart
  prefix text not null,
  token_hash bytea not null,
  permissions text[] not null,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  last_ip text,
  revoked_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references app_user (tenant_id, id) on delete cascade
);
create unique index access_token_hash on access_token (token_hash);
create index access_token_user on access_token (tenant_id, user_id, created_at desc);
call protect('access_token');

-- null: the user was signed in; else the name of the access token that called.
alter table operation_log add column via text;
create index operation_log_user on operation_log (tenant_id, user_id, created_at desc);

-- What the people of a tenant must know. One row per kind, object and cause, however often it happens: it counts.
create table notice (
  tenant_id uuid not null references tenant,
  id uuid not null,
  -- NoticeKind of the contract
  kind text not null,
  -- null: everybody whose role may see the kind
  user_id uuid,
  object_id text not null default '',
  object_name text not null default '',
  -- tells causes of one kind at one object apart: the code of the failure
  cause text not null default '',
  -- English sentence, told in the reader's language
  text text not null default '',
  params jsonb not null default '{}',
  count int not null default 1,
  first_at timestamptz not null default clock_timestamp(),
  last_at timestamptz not null default clock_timestamp(),
  -- it is over: the strategy succeeded, the account answers again
  settled_at timestamptz,
  primary key (tenant_id, id)
);
create unique index notice_cause on notice (tenant_id, kind, object_id, cause, user_id) nulls not distinct;
create index notice_time on notice (tenant_id, last_at desc, id desc);
call protect('notice');

-- How far one user has read and put away. What happens again after that is unread, and shown, again.
create table notice_mark (
  tenant_id uuid not null,
  notice_id uuid not null,
  user_id uuid not null,
  read_at timestamptz,
  cleared_at timestamptz,
  primary key (tenant_id, notice_id, user_id),
  foreign key (tenant_id, notice_id) references notice (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references app_user (tenant_id, id) on delete cascade
);
create index notice_mark_user on notice_mark (tenant_id, user_id);
call protect('notice_mark');

-- Which kinds a user wants; no row: shown in the console, not sent by e-mail.
create table notice_preference (
  tenant_id uuid not null,
  user_id uuid not null,
  kind text not null,
  in_app boolean not null default true,
  email boolean not null default false,
  primary key (tenant_id, user_id, kind),
  foreign key (tenant_id, user_id) references app_user (tenant_id, id) on delete cascade
);
call protect('notice_preference');
