-- The whole life of an order: bank transfer, invoices, refunds, webhooks, seats, certificates, upgrades.
alter table purchase drop constraint purchase_state_check;
alter table purchase add constraint purchase_state_check check (state in ('pending', 'awaiting-approval', 'awaiting-transfer', 'capturing', 'paid', 'fulfilled',
  'review', 'mismatch', 'expired', 'cancelled', 'refunded', 'partly-refunded', 'reversed'));
insert into order_move values ('pending', 'awaiting-transfer'), ('awaiting-transfer', 'paid'), ('awaiting-transfer', 'cancelled'), ('awaiting-transfer', 'expired');

alter table purchase
  add column method text not null default 'card' check (method in ('card', 'bank')),
  add column tax_id text,
  -- The terms that were accepted, by their date; the licence's own text is in rights.
  add column terms text not null default '',
  add column refunded_cents int not null default 0 check (refunded_cents >= 0 and refunded_cents <= price_cents),
  add column upgrade_of int references purchase,
  -- Opens the public page that verifies the certificate.
  add column certificate text unique;

-- A webhook is kept once by its id; one that belongs to no order of ours waits for a person.
create table webhook_event (
  id text primary key,
  type text not null,
  order_id text,
  capture_id text,
  received_at timestamptz not null,
  handled_at timestamptz,
  known boolean
);

create table refund (
  id int generated always as identity primary key,
  purchase_id int not null references purchase,
  request_id text unique,
  provider_id text unique,
  cents int not null check (cents > 0),
  reason text not null,
  state text not null default 'asked' check (state in ('asked', 'done', 'refused')),
  at timestamptz not null
);
create index refund_of on refund (purchase_id);
create index refund_open on refund (at) where state = 'asked';

-- Numbers without gaps: the row of a series is locked by the transaction that issues a paper.
create table paper_series (
  kind text not null,
  year int not null,
  last int not null,
  primary key (kind, year)
);
create table paper (
  id int generated always as identity primary key,
  kind text not null check (kind in ('invoice', 'pro-forma', 'credit-note')),
  year int not null,
  sequence int not null,
  number text not null unique,
  purchase_id int not null references purchase,
  refund_id int unique references refund,
  body jsonb not null,
  token text not null unique,
  at timestamptz not null,
  unique (kind, year, sequence)
);
create unique index paper_once on paper (purchase_id, kind) where kind <> 'credit-note';

create table seat (
  id int generated always as identity primary key,
  purchase_id int not null references purchase,
  email citext not null,
  name text not null,
  token text not null unique,
  invited_at timestamptz not null,
  accepted_at timestamptz,
  revoked_at timestamptz,
  unique (purchase_id, email)
);

alter table delivery_grant add column seat_id int references seat;
alter table delivery_grant drop constraint delivery_grant_purchase_id_kind_key;
alter table delivery_grant add constraint delivery_grant_once unique nulls not distinct (purchase_id, kind, seat_id);

-- What changed in an edition that came after the first.
alter table edition add column reason text;
