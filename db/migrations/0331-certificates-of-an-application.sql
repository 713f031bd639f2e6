-- Certificates of which a caller shows one: SHA-256 of each, and what is told of it; none: no caller is asked for any.
alter table gateway_application
  add column certificates jsonb not null default '[]' check (jsonb_typeof(certificates) = 'array'),
  -- beside another proof, or with the key as the only one
  add column certificate_use text not null default 'beside' check (certificate_use in ('beside', 'alone'));
