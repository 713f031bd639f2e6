-- An address counts once a code that was sent to it has come back: until then anybody could have entered anybody's.
alter table app_user add column email_confirmed_at timestamptz;

-- Those that mails go to already have shown that they arrive; stopping them at an update would lose alerts unseen.
update app_user u set email_confirmed_at = now()
 where u.email <> '' and exists (select from notice_preference p
   where p.tenant_id = u.tenant_id and p.user_id = u.id and p.email);

create table email_confirmation (
  tenant_id uuid not null,
  user_id uuid not null,
  -- the code is for this address alone
  email text not null,
  code_hash bytea not null,
  tries int not null default 0,
  expires_at timestamptz not null,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references app_user (tenant_id, id) on delete cascade
);
call protect('email_confirmation');
