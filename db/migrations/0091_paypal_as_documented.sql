-- The payments that an event of the payment provider is about: a dispute may be about several.
create table webhook_payment (
  id int generated always as identity primary key,
  event_id text not null references webhook_event on delete cascade,
  -- The provider's id of the payment; null where it tells only ours, which finds it later.
  capture_id text,
  -- What we told the provider of the order.
  custom_id text
);
create index webhook_payment_event_idx on webhook_payment (event_id);
create index webhook_payment_capture_idx on webhook_payment (capture_id);
insert into webhook_payment (event_id, capture_id)
  select id, capture_id from webhook_event where capture_id is not null;
-- The first of them stays in webhook_event.capture_id, for lists.
drop index webhook_event_dispute_idx;

-- A lost dispute ends when so many cents are back with the buyer; null where nobody said how many.
alter table webhook_event
  drop constraint webhook_event_dispute_check,
  add constraint webhook_event_dispute_check check (dispute in ('opened', 'lost', 'ended')),
  add column dispute_refund_cents int;

-- What the last reading of each of the provider's lists found, and what it had to leave out.
create table provider_list_reading (
  list text primary key check (list in ('disputes', 'refunds', 'transactions')),
  read_at timestamptz not null,
  entries int not null,
  -- Entries of other programs on the same account.
  foreign_entries int not null,
  unreadable_count int not null,
  -- The ids of the first of them, or what they lack.
  unreadable text[] not null,
  -- False where the list was longer than we read.
  is_whole boolean not null
);
