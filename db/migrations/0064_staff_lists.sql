-- What lists and the search of the back office look through at size.
create index customer_search_idx on customer using gin (lower(name || ' ' || email::text) gin_trgm_ops);
create index purchase_number_search_idx on purchase using gin (lower(number || ' ' || report_code) gin_trgm_ops);
-- Paid orders whose files were not made yet, of any age.
create index purchase_undelivered_idx on purchase (id)
  where state in ('paid', 'fulfilled', 'partly-refunded') and fulfilled_at is null;
create index outbox_email_unsent_idx on outbox_email (queued_at) where state <> 'sent';
create index webhook_event_unknown_idx on webhook_event (received_at) where not belongs_to_order;
