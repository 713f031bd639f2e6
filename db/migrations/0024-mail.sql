-- notice_mail: which notices were sent to whom by e-mail, and which are still to be.

-- Written before a mail is handed over, so that one process sends it and a mail that was cut off is sent again.
create table notice_mail (
  tenant_id uuid not null,
  notice_id uuid not null,
  user_id uuid not null,
  -- the happening it tells of: of a to-do its beginning, of a message its last time
  happened_at timestamptz not null,
  -- how often it could not be sent; who has tried often enough gives up
  tries int not null default 0,
  -- nobody tries before
  next_at timestamptz not null,
  -- null: the mail server has not taken it
  sent_at timestamptz,
  primary key (tenant_id, notice_id, user_id),
  foreign key (tenant_id, notice_id) references notice (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references app_user (tenant_id, id) on delete cascade
);
create index notice_mail_user on notice_mail (tenant_id, user_id);
call protect('notice_mail');
