-- Events of the store, delivered to addresses that the publisher gives.
create table webhook_endpoint (
  id int generated always as identity primary key,
  url text not null,
  events text[] not null,
  -- The secret is made of it and of LINK_SECRET, and is in no backup.
  secret_salt text not null,
  created_at timestamptz not null,
  -- When deliveries began to fail; null while they arrive.
  failing_since timestamptz,
  disabled_at timestamptz
);

-- Written with the change that it tells of, where an endpoint wants it.
create table outgoing_event (
  id text primary key,
  type text not null,
  data jsonb not null,
  created_at timestamptz not null
);
create index outgoing_event_created_idx on outgoing_event (created_at);

create table webhook_delivery (
  id int generated always as identity primary key,
  endpoint_id int not null references webhook_endpoint on delete cascade,
  event_id text not null references outgoing_event on delete cascade,
  state text not null default 'queued' check (state in ('queued', 'delivered', 'failed')),
  attempt_count int not null default 0,
  next_attempt_at timestamptz not null,
  claimed_until timestamptz,
  unique (endpoint_id, event_id)
);
create index webhook_delivery_queued_idx on webhook_delivery (next_attempt_at)
  where state = 'queued';
create index webhook_delivery_event_idx on webhook_delivery (event_id);

-- Every attempt, as the endpoint answered it.
create table webhook_attempt (
  id int generated always as identity primary key,
  delivery_id int not null references webhook_delivery on delete cascade,
  at timestamptz not null,
  duration_ms int not null,
  status int,
  -- Its first 2 KB, or why there is none.
  answer text not null
);
create index webhook_attempt_delivery_idx on webhook_attempt (delivery_id, id);
