-- An invoice is never edited: a corrected one has the next number of the same series and names the
-- one that it replaces.
alter table order_document
  drop constraint if exists paper_kind_check,
  drop constraint if exists order_document_kind_check,
  add constraint order_document_kind_check
    check (kind in ('invoice', 'corrected-invoice', 'pro-forma', 'credit-note'));
drop index order_document_purchase_id_kind_idx;
create unique index order_document_purchase_id_kind_idx on order_document (purchase_id, kind)
  where kind in ('invoice', 'pro-forma');
