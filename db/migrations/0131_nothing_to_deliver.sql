-- A report may lose its goods between the order and the payment: then nothing is charged.
alter table purchase drop constraint purchase_closed_reason_check;
alter table purchase add constraint purchase_closed_reason_check check (closed_reason in
  ('replaced', 'already-paid', 'base-closed', 'number-taken', 'nothing-to-deliver'));
