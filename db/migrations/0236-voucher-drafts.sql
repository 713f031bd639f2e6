-- Vouchers for the general ledger: what the lines of a settled month, or of a day, sum up to by accounting item.

create table recon_voucher (
  tenant_id uuid not null references tenant,
  id uuid not null,
  account_id uuid not null,
  -- days of the account's zone, both inclusive: a whole month, or one day
  day_from date not null,
  day_to date not null check (day_to >= day_from),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- of the same days: a later one books what has changed since those that were taken
  version int not null,
  -- taken: a strategy has read it, and may have posted it; posted: it said under which number; void: another version took its place
  state text not null default 'draft' check (state in ('draft', 'taken', 'posted', 'void')),
  -- SHA-256 of what the lines sum up to: the same sums make no other voucher
  content_hash bytea not null,
  -- what the ledger calls it
  posted_no text,
  posted_at timestamptz,
  created_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id),
  unique (tenant_id, account_id, day_from, day_to, currency, version),
  foreign key (tenant_id, account_id) references recon_account (tenant_id, id),
  check ((state = 'posted') = (posted_no is not null))
);
create index recon_voucher_list on recon_voucher (tenant_id, created_at desc, id desc);
create index recon_voucher_waiting on recon_voucher (tenant_id, id) where state in ('draft', 'taken');
call protect('recon_voucher');

-- An amount from one subject to another: each row is a debit and a credit, so no voucher can be out of balance.
create table recon_voucher_row (
  tenant_id uuid not null references tenant,
  voucher_id uuid not null,
  row_no int not null,
  item_id uuid not null,
  -- lines: of bills; adjustments: what the two sides of matches differ by
  source text not null check (source in ('lines', 'adjustments')),
  debit text not null check (debit <> ''),
  credit text not null check (credit <> ''),
  amount_minor numeric not null check (amount_minor > 0),
  -- as the lines have it: in is positive
  signed_minor numeric not null check (abs(signed_minor) = amount_minor),
  primary key (tenant_id, voucher_id, row_no),
  foreign key (tenant_id, voucher_id) references recon_voucher (tenant_id, id) on delete cascade,
  foreign key (tenant_id, item_id) references accounting_item (tenant_id, id)
);
call protect('recon_voucher_row');
