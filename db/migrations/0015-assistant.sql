-- What people talk about with the assistant. A conversation is seen by its user alone: every statement names the user.

create table assistant_conversation (
  tenant_id uuid not null references tenant,
  id uuid not null,
  user_id uuid not null,
  name text not null,
  pinned boolean not null default false,
  created_at timestamptz not null default now(),
  -- of the last message
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references app_user (tenant_id, id) on delete cascade
);
create index assistant_conversation_user on assistant_conversation (tenant_id, user_id, updated_at desc);
call protect('assistant_conversation');

-- Question and answer land together: what was never answered is not kept.
create table assistant_message (
  tenant_id uuid not null,
  conversation_id uuid not null,
  id uuid not null,
  role text not null check (role in ('user', 'assistant')),
  content text not null,
  -- what question and answer cost together, where the model says so; at the answer
  tokens int,
  created_at timestamptz not null,
  primary key (tenant_id, conversation_id, id),
  foreign key (tenant_id, conversation_id) references assistant_conversation (tenant_id, id) on delete cascade
);
call protect('assistant_message');

-- Questions of a tenant by day (UTC), answered or not: a model is paid by use.
create table assistant_usage (
  tenant_id uuid not null references tenant,
  day date not null,
  asked int not null default 0,
  tokens bigint not null default 0,
  primary key (tenant_id, day)
);
call protect('assistant_usage');
