-- Who they are. Secrets are kept as hashes: a stolen table opens no session and resets no password.
create table customer (
  id int generated always as identity primary key,
  email citext not null unique,
  -- An address that is not confirmed yet claims no orders.
  confirmed_at timestamptz,
  name text not null,
  mobile_no text not null,
  address text not null,
  country_id int references country,
  state text not null default '',
  city text not null default '',
  password text not null,
  created_at timestamptz not null
);

create table customer_session (
  id text primary key,
  customer_id int not null references customer on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  agent text not null
);
create index customer_session_of on customer_session (customer_id);

-- Links of letters: good once, for one purpose, until they end.
create table customer_link (
  id text primary key,
  customer_id int not null references customer on delete cascade,
  purpose text not null check (purpose in ('reset', 'confirm')),
  email citext not null,
  expires_at timestamptz not null
);
create index customer_link_of on customer_link (customer_id, purpose);

alter table purchase add column customer_id int references customer on delete set null;
create index purchase_of_customer on purchase (customer_id) where customer_id is not null;
create index purchase_of_email on purchase (lower(email));
