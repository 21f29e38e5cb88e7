-- What the mail server's last answer means: the address is refused for good, the sender is, it may
-- be taken later, or nobody knows whether it was taken (core/kernel/smtp-outcomes.model.ts).
alter table outbox_email add column trouble text
  check (trouble in ('address', 'sender', 'later', 'unclear'));
-- The sending that holds the claim.
alter table outbox_email add column claimed_by text;
-- Written right before the final dot, and gone once the answer is known: until then the email was
-- certainly not sent, whatever happened to the program.
alter table outbox_email add column final_dot_at timestamptz;
-- How often nobody knew: after the first time it is sent once more, after the second a person decides.
alter table outbox_email add column unclear_count int not null default 0;
create index outbox_email_failed_idx on outbox_email (queued_at) where state = 'failed';
create index outbox_email_failed_purchase_idx on outbox_email (purchase_id) where state = 'failed';
