-- An order that a restored database lost may come back under another id: its key says that it is ours.
create unique index purchase_payment_key_idx on purchase (payment_key);

-- What the provider's list of payments and our orders say differently: one row each, until it is gone
-- or staff have settled it. The nightly comparison tells of none twice.
create table payment_difference (
  id int generated always as identity primary key,
  kind text not null check (kind in
    ('unknown order', 'captured and not paid', 'other amount', 'paid and not captured', 'second payment')),
  capture_id text not null,
  -- The order that it is about, and the one that was recreated from it.
  purchase_id int references purchase,
  -- As the provider lists it; null where it lists it no longer.
  amount text,
  currency text,
  captured_at timestamptz,
  found_at timestamptz not null,
  settled_at timestamptz,
  settled_by text check (settled_by in ('gone', 'recreated', 'refunded', 'staff')),
  -- Under which the payment is refunded, however often that is tried.
  refund_request_id text,
  unique (capture_id, kind),
  check ((settled_at is null) = (settled_by is null))
);
create index payment_difference_open_idx on payment_difference (found_at) where settled_at is null;
