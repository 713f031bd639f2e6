-- A voucher is one strategy's until its number is known or a person gives it back; a month that is opened again takes back what was posted.
alter table recon_voucher
  -- the strategy that has it, and since when; null: nobody's, or taken before this was kept
  add column strategy_id uuid,
  add column taken_at timestamptz,
  -- who gave it back, and why
  add column released_by uuid,
  add column released_at timestamptz,
  add column release_reason text not null default '',
  -- the posted voucher that this one takes back
  add column reverses uuid,
  drop constraint recon_voucher_state_check,
  drop constraint recon_voucher_check1,
  -- reversed: the ledger has it under its number, and another one takes it back
  add constraint recon_voucher_state_check check (state in ('draft', 'taken', 'posted', 'void', 'reversed')),
  add constraint recon_voucher_number_check check ((state in ('posted', 'reversed')) = (posted_no is not null)),
  add foreign key (tenant_id, reverses) references recon_voucher (tenant_id, id);
create unique index recon_voucher_reverses on recon_voucher (tenant_id, reverses) where reverses is not null;
