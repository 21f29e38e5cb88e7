-- A token may end by itself. Names are free again once the token that had one is revoked or has
-- expired, so that the next token of the same program can have the name.
alter table api_token
  add column expires_at timestamptz,
  drop constraint api_token_name_key;
create unique index api_token_name_in_use on api_token (name) where revoked_at is null;
