-- Money may go back in another way than the provider's: by bank transfer, cheque or card terminal.
-- Staff record it with the day. The key of a form is kept for every verb of staff (0158).
drop index refund_form_key_idx;
alter table refund
  drop column form_key,
  add column way text check (way in ('bank-transfer', 'paypal', 'cheque', 'card-terminal', 'other')),
  add column sent_on date,
  add column reference text not null default '',
  add constraint refund_sent_on_check check ((way is null) = (sent_on is null));

update refund set way = 'bank-transfer', sent_on = (refund.created_at at time zone 'UTC')::date
from purchase where purchase.id = refund.purchase_id and purchase.payment_method = 'bank';
