-- The reconciler looks for due attempts among those of the last days.
create index payment_attempt_created_at_idx on payment_attempt (created_at);
