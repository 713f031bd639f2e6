-- Codes that were sent, with the phone and whose it is: no transaction of a tenant reads or writes them.
alter table sms_code enable row level security, force row level security;
create policy system_only on sms_code using (app_system()) with check (app_system());
