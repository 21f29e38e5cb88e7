-- What an attempt captured and what did not pay its order: a second payment, or one that differs
-- from what was ordered. Webhooks of its refund name nothing else.
alter table payment_attempt add column other_capture_id text unique;

update payment_attempt set other_capture_id = event.capture_id
  from (
    select distinct on (purchase_id) purchase_id, detail->'providerOrder'->>'providerId' as order_id,
      detail->'providerOrder'->'captures'->-1->>'id' as capture_id
    from order_event where kind = 'mismatch' order by purchase_id, id desc
  ) event
  where payment_attempt.purchase_id = event.purchase_id and provider_order_id = event.order_id;

-- Such an event does not say which attempt it was: the newest of those that did not pay.
update payment_attempt set other_capture_id = event.capture_id
  from (
    select distinct on (purchase_id) purchase_id, detail->>'captureId' as capture_id
    from order_event where kind like 'second-payment-%' and detail ? 'captureId'
    order by purchase_id, id desc
  ) event
  where payment_attempt.id = (
    select id from payment_attempt unpaid
    where unpaid.purchase_id = event.purchase_id and capture_id is null
      and provider_order_id is not null
    order by attempt_number desc limit 1
  );
