-- Who buys. The table of moves is the law of states; a trigger keeps every other move out.
create table buy_link (
  id int generated always as identity primary key,
  report_id int not null references report,
  licence text not null check (licence in ('single-user', 'multiple-user', 'corporate-user')),
  unique (report_id, licence)
);

create table order_move (
  from_state text not null,
  to_state text not null,
  primary key (from_state, to_state)
);
insert into order_move values
  ('pending', 'awaiting-approval'), ('pending', 'expired'), ('pending', 'cancelled'),
  ('awaiting-approval', 'capturing'), ('awaiting-approval', 'cancelled'), ('awaiting-approval', 'expired'),
  ('cancelled', 'awaiting-approval'), ('cancelled', 'capturing'), ('expired', 'awaiting-approval'), ('expired', 'capturing'),
  ('capturing', 'awaiting-approval'), ('capturing', 'paid'), ('capturing', 'review'), ('capturing', 'mismatch'),
  ('review', 'paid'), ('review', 'awaiting-approval'), ('review', 'mismatch'),
  ('mismatch', 'paid'), ('mismatch', 'refunded'),
  ('paid', 'fulfilled'), ('paid', 'refunded'), ('paid', 'partly-refunded'), ('paid', 'reversed'),
  ('fulfilled', 'refunded'), ('fulfilled', 'partly-refunded'), ('fulfilled', 'reversed'),
  ('partly-refunded', 'refunded'), ('partly-refunded', 'reversed'), ('reversed', 'fulfilled'), ('reversed', 'refunded');

create table purchase (
  id int generated always as identity primary key,
  number text generated always as ('QI-' || lpad(id::text, 6, '0')) stored unique,
  state text not null default 'pending' check (state in ('pending', 'awaiting-approval', 'capturing', 'paid', 'fulfilled',
    'review', 'mismatch', 'expired', 'cancelled', 'refunded', 'partly-refunded', 'reversed')),
  -- SHA-256 of the ordering browser's secret.
  browser text not null,
  -- What was bought, frozen: later changes of the report do not touch it.
  report_id int not null references report,
  report_code text not null,
  report_title text not null,
  licence text not null check (licence in ('single-user', 'multiple-user', 'corporate-user')),
  rights text not null,
  price_cents int not null check (price_cents > 0),
  currency char(3) not null default 'USD',
  name text not null,
  email text not null,
  mobile_no text not null,
  company_name text not null,
  title text not null,
  country text not null,
  address text not null,
  city text not null,
  region text not null,
  zip text not null,
  consent text not null,
  placed_at timestamptz not null,
  paid_at timestamptz,
  fulfilled_at timestamptz,
  -- One claim a purchase: who holds it may capture until then.
  claim text,
  claimed_until timestamptz,
  -- The provider's answer to a capture, as the buyer's page shows it.
  payment jsonb
);
create index purchase_unfinished on purchase (placed_at) where state in ('pending', 'awaiting-approval', 'capturing', 'review', 'cancelled', 'paid');
create index purchase_again on purchase (browser, report_id, licence);

create table payment_attempt (
  id int generated always as identity primary key,
  purchase_id int not null references purchase,
  attempt int not null,
  provider_id text unique,
  approval_url text,
  -- Grows only after a definite decline: it is part of the request id of a capture.
  captures int not null default 1,
  last_unknown_at timestamptz,
  next_look_at timestamptz not null,
  looks int not null default 0,
  created_at timestamptz not null,
  capture_id text unique,
  unique (purchase_id, attempt)
);

create table order_event (
  id int generated always as identity primary key,
  purchase_id int not null references purchase,
  at timestamptz not null,
  kind text not null,
  detail jsonb not null default '{}'
);
create index order_event_of on order_event (purchase_id, id);

create table delivery_grant (
  id int generated always as identity primary key,
  purchase_id int not null references purchase,
  kind text not null check (kind in ('pdf', 'workbook')),
  token text not null unique,
  expires_at timestamptz not null,
  downloads int not null default 0,
  allowed int not null,
  suspended boolean not null default false,
  unique (purchase_id, kind)
);

create table download (
  id int generated always as identity primary key,
  grant_id int not null references delivery_grant,
  at timestamptz not null,
  address text not null
);

create function keep_order_moves() returns trigger language plpgsql as $$
begin
  if new.state <> old.state and not exists (select from order_move where from_state = old.state and to_state = new.state) then
    raise exception 'an order can not go from % to %', old.state, new.state using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger purchase_moves before update of state on purchase for each row execute function keep_order_moves();
create function start_pending() returns trigger language plpgsql as $$
begin
  if new.state <> 'pending' then raise exception 'an order starts as pending' using errcode = 'check_violation'; end if;
  return new;
end $$;
create trigger purchase_starts before insert on purchase for each row execute function start_pending();
