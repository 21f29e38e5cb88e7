-- Orders whose report the publisher delivers after the payment, within days that were promised.
alter table purchase
  -- As the checkout said it; null where the files were there.
  add column delivery_days int check (delivery_days between 1 and 365),
  -- The last day of the promise, counted from the payment; null where the files were there then.
  add column deliver_by date,
  add constraint purchase_deliver_by_check check (deliver_by is null or paid_at is not null);

create index purchase_to_deliver_idx on purchase (deliver_by, id)
  where deliver_by is not null and fulfilled_at is null;

-- Files for some orders alone: goods, but no part of what the edition sells.
alter table edition_file drop constraint edition_file_purpose_check;
alter table edition_file add constraint edition_file_purpose_check
  check (purpose in ('cover', 'goods', 'order', 'sample'));
alter table edition_file drop constraint edition_file_check;
alter table edition_file add constraint edition_file_check
  check ((purpose in ('goods', 'order')) = (master_key is not null));
drop index edition_file_current;
create unique index edition_file_current on edition_file (edition_id, purpose, title)
  where replaced_at is null and purpose <> 'order';

create table order_file (
  purchase_id int not null references purchase,
  edition_file_id int not null references edition_file,
  added_at timestamptz not null,
  primary key (purchase_id, edition_file_id)
);
create index order_file_edition_file_id_idx on order_file (edition_file_id);

-- An order that waits for us does so again after a dispute.
insert into order_state_transition values ('suspended', 'paid');
