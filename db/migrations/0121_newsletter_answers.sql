-- As for the outbox: who holds a claim, whether the final dot was sent, how often nobody knew.
alter table newsletter_recipient add column claimed_by text;
alter table newsletter_recipient add column final_dot_at timestamptz;
alter table newsletter_recipient add column unclear_count int not null default 0;
-- What the mail server said last, without addresses; null once it has taken the email.
alter table newsletter_recipient add column answer text;
-- Refusals that are not certainly about this address, and when the first of them was.
alter table newsletter_recipient add column refused_count int not null default 0;
alter table newsletter_recipient add column refused_at timestamptz;

-- What the mail server said to an issue since its sending began or was continued, and why sending
-- stopped by itself.
alter table newsletter_issue add column answered_count int not null default 0;
alter table newsletter_issue add column refused_count int not null default 0;
alter table newsletter_issue add column refused_in_row int not null default 0;
alter table newsletter_issue add column stop_reason text;
alter table newsletter_issue add check (stop_reason is null or state = 'stopped');
create index newsletter_issue_stop_idx on newsletter_issue (id) where stop_reason is not null;
