-- Two tabs may renew a sign-in at the same moment; a third use of one refresh token is somebody who has a copy.
alter table session add column refresh_uses smallint not null default 0;
