-- An order for which no payment is taken any more: another one stands in its place (with corrected
-- details, or paid first), the order that it upgrades is closed, or the provider refuses its number.
alter table purchase
  add column closed_reason text
    check (closed_reason in ('replaced', 'already-paid', 'base-closed', 'number-taken')),
  add column superseded_by integer references purchase (id) on delete set null,
  -- The newest order of theirs for the licence that the buyer knew of when they asked for another copy.
  add column another_of integer references purchase (id) on delete set null,
  -- Since when its payment is being taken.
  add column capturing_since timestamptz;
-- What staff are shown and the reconciler repeats: webhooks that wait.
create index webhook_event_unprocessed_idx on webhook_event (received_at) where processed_at is null;
create index purchase_superseded_by_idx on purchase (superseded_by) where superseded_by is not null;
create index purchase_another_of_idx on purchase (another_of) where another_of is not null;
