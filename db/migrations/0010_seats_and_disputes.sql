-- What a webhook said of a dispute, and when by the provider's time: a payment itself shows nothing of one.
alter table webhook_event add column dispute text check (dispute in ('opened', 'ended')), add column happened_at timestamptz;
create index webhook_dispute on webhook_event (capture_id, happened_at) where dispute is not null;
-- Named readers as sold: null where everybody employed may read. The rights of orders so far said five.
alter table purchase add column seats int check (seats > 0);
update purchase set seats = case licence when 'single-user' then 1 when 'multiple-user' then 5 end;

insert into order_move values ('reversed', 'partly-refunded');
