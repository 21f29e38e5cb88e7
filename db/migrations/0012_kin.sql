-- The edition that was sold: a certificate names it, whatever editions come later.
alter table purchase add column edition int not null default 1 check (edition > 0);

-- A transfer may arrive after its order was closed or had expired: staff opens it again.
insert into order_move values ('expired', 'awaiting-transfer'), ('cancelled', 'awaiting-transfer');
