-- Who asks. A lead is written before anybody is told of it; letters wait in a queue until the mail server takes them.
create table lead (
  id int generated always as identity primary key,
  kind text not null check (kind in ('contact', 'sample', 'discount', 'inquiry', 'customization', 'career', 'reseller')),
  at timestamptz not null,
  name text not null,
  email text not null,
  -- All answers as they were given, by field.
  fields jsonb not null,
  -- The address of the page that held the form.
  page text not null,
  report_id int references report,
  -- The sentence that was agreed to; null where a client of the JSON contract sent none.
  consent text,
  consent_at timestamptz,
  state text not null default 'new' check (state in ('new', 'open', 'answered', 'closed')),
  -- SHA-256 of kind and answers: the same enquiry sent again within a day is the same lead.
  fingerprint text not null,
  cv_key text,
  cv_name text,
  cv_type text
);
create index lead_again on lead (fingerprint, at);
create index lead_newest on lead (at desc, id desc);

create table subscriber (
  id int generated always as identity primary key,
  email citext not null unique,
  state text not null default 'asked' check (state in ('asked', 'confirmed', 'gone')),
  token text not null unique,
  consent text not null,
  asked_at timestamptz not null,
  confirmed_at timestamptz,
  gone_at timestamptz
);

-- The queue of letters: one row an occasion (message_id), sent once, with a visible end.
create table letter (
  id int generated always as identity primary key,
  message_id text not null unique,
  "to" text not null,
  subject text not null,
  body jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  written_at timestamptz not null,
  sent_at timestamptz,
  tries int not null default 0,
  last_error text
);
create index letter_waiting on letter (written_at) where state = 'waiting';

-- Counters of tries by visitor and address; rows end by themselves and hold hashes, not addresses.
create table try_count (
  key varchar(255) primary key,
  points int not null default 0,
  expire bigint
);
