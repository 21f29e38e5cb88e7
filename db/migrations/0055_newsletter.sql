-- Newsletter: issues, and one row for each subscriber that an issue goes to.
alter table subscriber
  drop constraint subscriber_state_check,
  add constraint subscriber_state_check
    check (state in ('pending', 'confirmed', 'unsubscribed', 'bounced')),
  -- Since the address was last confirmed.
  add column hard_bounces int not null default 0,
  -- What the mail server said last.
  add column last_bounce text,
  add column last_bounced_at timestamptz;
create index subscriber_state_idx on subscriber (state, id);

-- What a subscriber wants to read about; without a row, everything.
create table subscriber_industry (
  subscriber_id int not null references subscriber on delete cascade,
  industry_id int not null references industry on delete cascade,
  primary key (subscriber_id, industry_id)
);
create index subscriber_industry_industry_idx on subscriber_industry (industry_id);

create table newsletter_issue (
  id int generated always as identity primary key,
  subject text not null,
  preheader text not null,
  -- The text as a tree (RichText).
  body jsonb not null,
  -- Reports and posts as they were typed: codes and paths, in their order.
  card_keys text[] not null,
  -- The same as they are shown; fixed when sending begins.
  cards jsonb,
  -- Whom it is for; empty for all subscribers.
  industry_ids int[] not null,
  state text not null default 'draft'
    check (state in ('draft', 'scheduled', 'sending', 'stopped', 'sent')),
  revision int not null default 1,
  send_at timestamptz,
  started_at timestamptz,
  finished_at timestamptz,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  changed_by int references staff,
  check ((state = 'scheduled') = (send_at is not null)),
  check ((state in ('draft', 'scheduled')) = (started_at is null)),
  check ((state = 'sent') = (finished_at is not null)),
  check ((cards is null) = (started_at is null))
);

create table newsletter_recipient (
  id int generated always as identity primary key,
  issue_id int not null references newsletter_issue,
  -- null once the person is erased.
  subscriber_id int references subscriber on delete set null,
  -- claimed: the mail server is being asked. unclear: it was, and the answer was lost, so that the
  -- email is not sent a second time. skipped: unsubscribed or erased meanwhile.
  state text not null default 'queued'
    check (state in ('queued', 'claimed', 'sent', 'bounced', 'failed', 'skipped', 'unclear')),
  attempt_count int not null default 0,
  next_attempt_at timestamptz not null,
  claimed_until timestamptz,
  sent_at timestamptz,
  unique (issue_id, subscriber_id)
);
create index newsletter_recipient_open_idx on newsletter_recipient (issue_id, next_attempt_at, id)
  where state in ('queued', 'claimed');
create index newsletter_recipient_state_idx on newsletter_recipient (issue_id, state);
create index newsletter_recipient_subscriber_idx on newsletter_recipient (subscriber_id);
