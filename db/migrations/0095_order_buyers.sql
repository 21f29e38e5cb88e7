-- To whom an order is made out stands in the order alone: a corrected invoice changes it there, and
-- all that follows reads it there.
alter table purchase
  -- Whether they bought as a company or as a person; before this was asked, a company was demanded.
  add column buyer_kind text not null default 'company' check (buyer_kind in ('company', 'person')),
  -- The address as a corrected invoice has it, line by line; null for the one that was ordered with.
  add column invoice_address text;
update purchase set
  name = corrected.buyer ->> 'name',
  company_name = corrected.buyer ->> 'company',
  tax_id = corrected.buyer ->> 'taxId',
  invoice_address = (select string_agg(line, E'\n' order by place)
    from jsonb_array_elements_text(corrected.buyer -> 'address') with ordinality as lines (line, place))
from (
  select distinct on (purchase_id) purchase_id, body -> 'buyer' as buyer
  from order_document where kind = 'corrected-invoice' order by purchase_id, id desc
) as corrected
where corrected.purchase_id = purchase.id;
