-- Bills in: what a platform says was paid (A), what the own documents say (B), and the files and lines they were read from.
-- Amounts are whole minor units of the currency and carry their sign: in is positive, out is negative.

-- A platform the tenant made itself, or one of the product's that it changed. The others have no row.
create table recon_platform (
  tenant_id uuid not null references tenant,
  code text not null check (code ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  name text not null,
  zone text not null default 'Asia/Shanghai',
  -- when a day of its bills begins, and when the bill of the day before can be had
  day_cut time not null default '00:00',
  ready_at time not null default '10:00',
  is_enabled boolean not null default true,
  version int not null default 1,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_by uuid,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, code)
);
call protect('recon_platform');

-- Money in one place, in one currency: a merchant's account at a platform, a bank account.
create table recon_account (
  tenant_id uuid not null references tenant,
  id uuid not null,
  -- what people and pushed lines call it by
  code text not null,
  name text not null,
  platform text not null,
  -- the platform's own number of the shop, merchant or account; '' where it has none
  shop_no text not null default '',
  company text not null default '',
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  zone text not null default 'Asia/Shanghai',
  connector_id uuid,
  opening_minor bigint not null default 0,
  opening_on date,
  -- up to here every balance the bills state follows from the one before
  balance_checked_to timestamptz,
  status text not null default 'draft' check (status in ('draft', 'active', 'frozen', 'closed')),
  remark text not null default '',
  version int not null default 1,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_by uuid,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, code),
  foreign key (tenant_id, connector_id) references connector (tenant_id, id) on delete set null (connector_id)
);
call protect('recon_account');

-- How an account is read, matched and posted. A published version never changes; a run and a file name the one they used.
create table account_model (
  tenant_id uuid not null references tenant,
  account_id uuid not null,
  version int not null,
  status text not null default 'draft' check (status in ('draft', 'published', 'retired')),
  config jsonb not null,
  note text not null default '',
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  published_by uuid,
  published_at timestamptz,
  primary key (tenant_id, account_id, version),
  foreign key (tenant_id, account_id) references recon_account (tenant_id, id) on delete cascade
);
create unique index account_model_published on account_model (tenant_id, account_id) where status = 'published';
create unique index account_model_draft on account_model (tenant_id, account_id) where status = 'draft';
call protect('account_model');

-- What an amount is for. One that was used is switched off, never deleted.
create table accounting_item (
  tenant_id uuid not null references tenant,
  id uuid not null,
  code text not null,
  name text not null,
  direction text not null default 'both' check (direction in ('in', 'out', 'both')),
  class text not null default 'other' check (class in
    ('goods', 'refund', 'commission', 'service', 'promotion', 'freight', 'subsidy', 'tax', 'deposit', 'withdrawal', 'compensation', 'other')),
  -- whether a line of it waits for its counterpart
  is_matched boolean not null default true,
  debit_account text not null default '',
  credit_account text not null default '',
  -- which lines are taken for it: [{platform, field, op, value, priority}]
  rules jsonb not null default '[]',
  effective_from date,
  effective_to date,
  is_active boolean not null default true,
  version int not null default 1,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_by uuid,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, code)
);
call protect('accounting_item');

-- A bill as it came. The row and the bytes stay, whatever becomes of the lines.
create table raw_file (
  tenant_id uuid not null references tenant,
  id uuid not null,
  account_id uuid not null,
  name text not null,
  size_bytes bigint not null,
  sha256 bytea not null,
  -- below DATA_DIR/files
  path text not null,
  state text not null default 'received' check (state in ('received', 'parsing', 'checked', 'loaded', 'rejected', 'reverted')),
  -- the layout that was recognised and its version; null until then
  format text,
  format_version int,
  encoding text,
  period_from date,
  period_to date,
  rows_total int not null default 0,
  rows_ok int not null default 0,
  rows_duplicate int not null default 0,
  rows_error int not null default 0,
  -- what the bill says of itself, and what was counted
  declared jsonb,
  counted jsonb,
  -- why it was refused, with line, column and value
  failure jsonb,
  model_version int,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  loaded_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, account_id) references recon_account (tenant_id, id)
);
-- The same bytes are loaded once; a file that was refused or taken back may come again.
create unique index raw_file_loaded on raw_file (tenant_id, account_id, sha256) where state = 'loaded';
create index raw_file_list on raw_file (tenant_id, created_at desc, id desc);
call protect('raw_file');

-- Each line of a bill as it stands there.
create table raw_row (
  tenant_id uuid not null references tenant,
  file_id uuid not null,
  -- from 1, as an editor counts
  line_no int not null,
  text text not null,
  result text not null check (result in ('ok', 'duplicate', 'error')),
  error jsonb,
  primary key (tenant_id, file_id, line_no),
  foreign key (tenant_id, file_id) references raw_file (tenant_id, id)
);
call protect('raw_row');

-- A: one movement of money as the platform states it.
create table bill_line (
  tenant_id uuid not null references tenant,
  id bigint generated by default as identity,
  account_id uuid not null,
  -- where it was read: a line of a file, or a record of a strategy
  file_id uuid,
  line_no int,
  strategy_id uuid,
  record_id bigint,
  -- tells it from all others of the account: transaction number, kind, amount, direction, time
  fingerprint bytea not null,
  txn_no text,
  order_no text,
  parent_order text,
  -- the settlement it was paid out with
  batch_no text,
  -- what the platform calls the movement, as written
  kind text not null default '',
  item_id uuid,
  -- who said which item it is; null while nobody did
  item_by text check (item_by in ('rule', 'hand', 'push')),
  amount_minor bigint not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  occurred_at timestamptz not null,
  -- the day in the account's zone
  bill_date date not null,
  balance_after bigint,
  -- masked
  counterparty text,
  remark text,
  attributes jsonb not null default '{}',
  status text not null default 'open' check (status in
    ('open', 'proposed', 'matched', 'closed', 'archived', 'ignored', 'duplicate')),
  -- why it is ignored
  reason text,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, account_id) references recon_account (tenant_id, id),
  foreign key (tenant_id, item_id) references accounting_item (tenant_id, id),
  foreign key (tenant_id, file_id, line_no) references raw_row (tenant_id, file_id, line_no)
);
create unique index bill_line_once on bill_line (tenant_id, account_id, fingerprint) where status <> 'duplicate';
create index bill_line_list on bill_line (tenant_id, occurred_at, id);
create index bill_line_account on bill_line (tenant_id, account_id, occurred_at, id);
-- Matching and every list by a state that few lines have.
create index bill_line_status on bill_line (tenant_id, account_id, status, occurred_at, id)
  where status in ('open', 'proposed', 'ignored', 'duplicate');
create index bill_line_order on bill_line (tenant_id, order_no) where order_no is not null;
create index bill_line_txn on bill_line (tenant_id, txn_no) where txn_no is not null;
create index bill_line_file on bill_line (tenant_id, file_id, line_no) where file_id is not null;
create index bill_line_unclassified on bill_line (tenant_id, occurred_at, id) where item_id is null;
create index bill_line_item on bill_line (tenant_id, item_id, occurred_at, id) where item_id is not null;
call protect('bill_line');

-- B: what the own documents say should be paid.
create table supply_line (
  tenant_id uuid not null references tenant,
  id bigint generated by default as identity,
  account_id uuid not null,
  strategy_id uuid,
  record_id bigint,
  doc_type text not null default '',
  doc_no text not null,
  -- the line within the document; '' where the document is one
  doc_line text not null default '',
  order_no text,
  parent_order text,
  logistics_no text,
  sku text,
  quantity numeric,
  kind text not null default '',
  item_id uuid,
  item_by text check (item_by in ('rule', 'hand', 'push')),
  amount_minor bigint not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  occurred_at timestamptz not null,
  business_date date not null,
  recognised_on date,
  remark text,
  attributes jsonb not null default '{}',
  status text not null default 'open' check (status in
    ('open', 'proposed', 'matched', 'closed', 'archived', 'ignored', 'duplicate')),
  reason text,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, account_id) references recon_account (tenant_id, id),
  foreign key (tenant_id, item_id) references accounting_item (tenant_id, id)
);
-- A document pushed again is the same line.
create unique index supply_line_once on supply_line (tenant_id, account_id, doc_type, doc_no, doc_line, kind);
create index supply_line_list on supply_line (tenant_id, occurred_at, id);
create index supply_line_account on supply_line (tenant_id, account_id, occurred_at, id);
create index supply_line_status on supply_line (tenant_id, account_id, status, occurred_at, id)
  where status in ('open', 'proposed', 'ignored', 'duplicate');
create index supply_line_order on supply_line (tenant_id, order_no) where order_no is not null;
create index supply_line_doc on supply_line (tenant_id, doc_no);
create index supply_line_unclassified on supply_line (tenant_id, occurred_at, id) where item_id is null;
create index supply_line_item on supply_line (tenant_id, item_id, occurred_at, id) where item_id is not null;
call protect('supply_line');
