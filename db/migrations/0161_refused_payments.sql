-- Orders whose payment PayPal refused because of our account or our request: staff see them.
create index order_event_refused_idx on order_event (occurred_at, purchase_id)
  where kind in ('payment-refused', 'provider-order-refused');
