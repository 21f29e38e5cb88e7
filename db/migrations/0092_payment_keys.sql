-- Random parts of what we tell the payment provider: a database that is restored to an earlier moment
-- gives the same numbers again, but never the same keys. Orders and attempts from before have none,
-- and keep the ids that they were placed with.
alter table purchase add column payment_key text check (payment_key ~ '^[0-9a-f]{16}$');
alter table purchase alter column payment_key
  set default substr(md5(gen_random_uuid()::text), 1, 16);

alter table payment_attempt
  add column request_key text,
  -- Of the next capture; made when it is first sent.
  add column capture_key text;
alter table payment_attempt alter column request_key
  set default substr(md5(gen_random_uuid()::text), 1, 16);
