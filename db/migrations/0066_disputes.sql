-- Which dispute a webhook tells of: a payment may have several, and each ends by itself.
alter table webhook_event add column dispute_id text;
-- Disputes from the provider's list have their id in the event's.
update webhook_event set dispute_id = substring(id from '^dispute-(.+)-[0-9]+$')
  where type = 'listed dispute';
