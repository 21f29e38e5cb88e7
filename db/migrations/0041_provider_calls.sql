-- Every call to the payment provider about an order, and every webhook of it. No tokens, and
-- nothing about the person who paid.
create table provider_call (
  id bigint generated always as identity primary key,
  -- Null for a webhook that belongs to no order of ours.
  purchase_id int references purchase,
  direction text not null check (direction in ('sent', 'received')),
  what text not null check (what in ('create-order', 'capture', 'read-order', 'refund', 'webhook')),
  -- The provider's order or capture that it is about; null while the provider has none.
  provider_id text,
  -- What the provider knows a repetition by: our request id, or the id of its webhook.
  request_id text,
  started_at timestamptz not null,
  -- Null until it is answered: for ever where the process was killed before.
  ended_at timestamptz,
  status text,
  facts jsonb not null default '{}',
  -- An order that is read again and again with the same answer is one row.
  times int not null default 1 check (times > 0)
);
create index provider_call_purchase_id_idx on provider_call (purchase_id, id);

-- The order that an email is about; null for other emails, and for those sent before this.
alter table outbox_email add column purchase_id int references purchase;
create index outbox_email_purchase_id_idx on outbox_email (purchase_id) where purchase_id is not null;

-- Lists of staff: by amount, by state, and by a part of what an order is found by.
create index purchase_price_cents_idx on purchase (price_cents, id);
create index purchase_state_idx on purchase (state, id);
create index purchase_paid_at_idx on purchase (paid_at) where paid_at is not null;
create index purchase_search_idx on purchase
  using gin ((lower(number || ' ' || report_code || ' ' || name || ' ' || company_name || ' ' || email)) gin_trgm_ops);
-- Whose webhooks, second payments and documents are looked for by day or kind.
create index order_event_kind_idx on order_event (kind, purchase_id) where kind like 'second-payment-%';
create index order_document_issued_at_idx on order_document (issued_at);
