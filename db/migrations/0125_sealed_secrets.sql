-- Secrets of links and authenticator apps are sealed with a key that the database does not have
-- (src/adapters/vault.ts). Rows of before are sealed by the job system.sealSecrets, which finds them
-- by these indexes; they are empty once it is done.
alter table outbox_email add column is_sealed boolean not null default false;

create index outbox_email_unsealed on outbox_email (id) where not is_sealed;
create index download_grant_unsealed on download_grant (id) where token not like 's1.%';
create index seat_unsealed on seat (id) where token not like 's1.%';
create index order_document_unsealed on order_document (id) where token not like 's1.%';
create index subscriber_unsealed on subscriber (id) where token not like 's1.%';
create index staff_factor_unsealed on staff_factor (id)
  where kind = 'totp' and data ->> 'secret' not like 's1.%';
create index purchase_unsealed on purchase (id) where certificate_token not like 's1.%';

-- What this store's LINK_SECRET seals a known text to: another secret is noticed at the start.
alter table store_identity add column link_secret_proof text;
