-- Who was asked to prove once more who they are was not refused: they mostly go on.
alter table audit_entry drop constraint audit_entry_outcome_check;
alter table audit_entry add constraint audit_entry_outcome_check
  check (outcome in ('done', 'refused', 'proof-asked'));
