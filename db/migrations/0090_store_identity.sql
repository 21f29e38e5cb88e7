-- Which store this is: a random id, made once and kept for ever, also by a backup that is restored.
-- It tells what belongs to this store from what belongs to another one that shares the same payment
-- account or the same place for files.
create table store_identity (
  is_only_row boolean primary key default true check (is_only_row),
  -- 32 hexadecimal digits.
  store_id text not null check (store_id ~ '^[0-9a-f]{32}$')
);

insert into store_identity (store_id) values (replace(gen_random_uuid()::text, '-', ''));
