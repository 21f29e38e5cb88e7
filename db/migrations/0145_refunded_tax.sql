-- The tax in a refund is decided once, when it is asked for or first seen, and a refund may be of the
-- tax alone. Whatever a browser repeats of a form counts once by the form's key.
alter table refund
  add column tax_cents int not null default 0,
  add column is_tax_alone boolean not null default false,
  add column form_key text;
create unique index refund_form_key_idx on refund (purchase_id, form_key);

update refund set tax_cents = coalesce(
  (select (body -> 'tax' ->> 'amount')::int from order_document where refund_id = refund.id),
  round(amount_cents::numeric * purchase.tax_cents / nullif(purchase.price_cents, 0))::int,
  0)
from purchase where purchase.id = refund.purchase_id;

alter table refund
  alter column tax_cents drop default,
  add constraint refund_tax_cents_check check (tax_cents between 0 and amount_cents),
  add constraint refund_is_tax_alone_check check (not is_tax_alone or tax_cents = amount_cents);
