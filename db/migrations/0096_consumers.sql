-- What a consumer agreed to before the order, in the words that they read; '' where nothing was to
-- be agreed to.
alter table purchase
  add column withdrawal_waiver text not null default '',
  drop constraint purchase_vat_number_status_check,
  -- 'unknown' is a number that VIES does not know, or of another kind: printed, taxed as a consumer's.
  add constraint purchase_vat_number_status_check
    check (vat_number_status in ('valid', 'unchecked', 'unknown'));
