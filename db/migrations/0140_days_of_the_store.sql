-- Days that no later change of the store's time zone moves. Until now all were of UTC.
alter table order_document add column issued_on date;
update order_document set issued_on = (issued_at at time zone 'UTC')::date;
alter table order_document alter column issued_on set not null;
drop index order_document_issued_at_idx;
create index order_document_issued_on_idx on order_document (issued_on);

alter table purchase add column paid_on date;
update purchase set paid_on = (paid_at at time zone 'UTC')::date where paid_at is not null;
alter table purchase add constraint purchase_paid_on_check check ((paid_on is null) = (paid_at is null));
create index purchase_paid_on_idx on purchase (paid_on) where paid_on is not null;
