-- Plain names for tables, columns, states, events and jobs. No row is lost: names and values move together, in one transaction.

-- Tables.
alter table letter rename to outbox_email;
alter table paper rename to order_document;
alter table paper_series rename to order_document_series;
alter table delivery_grant rename to download_grant;
alter table order_move rename to order_state_transition;
alter table customer_link rename to one_time_token;
alter table try_count rename to rate_limit;
alter table terms_text rename to terms_version;

-- Columns.
alter table purchase rename column browser to buyer_secret_hash;
alter table purchase rename column title to job_title;
alter table purchase rename column claim to claimed_by;
alter table purchase rename column method to payment_method;
alter table purchase rename column terms to terms_title;
alter table purchase rename column certificate to certificate_token;
alter table purchase rename column seats to seat_limit;
alter table purchase rename column edition to edition_number;

alter table payment_attempt rename column attempt to attempt_number;
alter table payment_attempt rename column provider_id to provider_order_id;
alter table payment_attempt rename column captures to capture_number;
alter table payment_attempt rename column last_unknown_at to last_unknown_answer_at;
alter table payment_attempt rename column next_look_at to next_poll_at;
alter table payment_attempt rename column looks to poll_count;

alter table order_event rename column at to occurred_at;

alter table download_grant rename column downloads to download_count;
alter table download_grant rename column allowed to max_downloads;
alter table download_grant rename column suspended to is_suspended;
alter table download rename column at to downloaded_at;
alter table download rename column address to client_ip;

alter table refund rename column provider_id to provider_refund_id;
alter table refund rename column cents to amount_cents;
alter table refund rename column at to created_at;

alter table webhook_event rename column order_id to provider_order_id;
alter table webhook_event rename column handled_at to processed_at;
alter table webhook_event rename column happened_at to occurred_at;
alter table webhook_event rename column known to belongs_to_order;

alter table order_document rename column at to issued_at;
alter table order_document_series rename column last to last_sequence;

alter table outbox_email rename column "to" to recipient;
alter table outbox_email rename column written_at to queued_at;
alter table outbox_email rename column tries to attempt_count;
alter table outbox_email rename column next_at to next_attempt_at;

alter table lead rename column at to created_at;
alter table lead rename column page to page_path;
alter table subscriber rename column asked_at to requested_at;
alter table subscriber rename column gone_at to unsubscribed_at;

alter table customer rename column password to password_hash;
alter table customer rename column state to region;
alter table customer_session rename column id to token_hash;
alter table customer_session rename column agent to user_agent;
alter table one_time_token rename column id to token_hash;

alter table report_search rename column words to search_vector;
alter table testimonial rename column sample to is_sample;
alter table site_info rename column one to singleton;
alter table catalogue_revision rename column one to singleton;

-- States of orders: a dispute suspends an order. The trigger would refuse the rename as a move, so it rests meanwhile.
alter trigger purchase_moves on purchase rename to purchase_state_transition_check;
alter trigger purchase_starts on purchase rename to purchase_initial_state_check;
alter function keep_order_moves() rename to check_order_state_transition;
alter function start_pending() rename to check_initial_order_state;
create or replace function check_order_state_transition() returns trigger language plpgsql as $$
begin
  if new.state <> old.state and not exists (select from order_state_transition where from_state = old.state and to_state = new.state) then
    raise exception 'an order can not go from % to %', old.state, new.state using errcode = 'check_violation';
  end if;
  return new;
end $$;
alter table purchase drop constraint purchase_state_check;
alter table purchase disable trigger purchase_state_transition_check;
update purchase set state = 'suspended' where state = 'reversed';
alter table purchase enable trigger purchase_state_transition_check;
alter table purchase add constraint purchase_state_check check (state in ('pending', 'awaiting-approval', 'awaiting-transfer', 'capturing', 'paid', 'fulfilled',
  'review', 'mismatch', 'expired', 'cancelled', 'refunded', 'partly-refunded', 'suspended'));
update order_state_transition set from_state = 'suspended' where from_state = 'reversed';
update order_state_transition set to_state = 'suspended' where to_state = 'reversed';

-- States of refunds, emails and subscribers; purposes of tokens.
alter table refund drop constraint refund_state_check;
alter table refund alter column state set default 'requested';
update refund set state = case state when 'asked' then 'requested' else 'completed' end where state in ('asked', 'done');
alter table refund add constraint refund_state_check check (state in ('requested', 'completed', 'refused'));
drop index refund_open;
create index refund_requested_idx on refund (created_at) where state = 'requested';

alter table outbox_email drop constraint letter_state_check;
alter table outbox_email alter column state set default 'queued';
update outbox_email set state = 'queued' where state = 'waiting';
update outbox_email set body = body - 'unsubscribe' || jsonb_build_object('unsubscribeUrl', body -> 'unsubscribe') where body ? 'unsubscribe';
alter table outbox_email add constraint outbox_email_state_check check (state in ('queued', 'sent', 'failed'));
drop index letter_waiting;
create index outbox_email_queued_idx on outbox_email (next_attempt_at) where state = 'queued';

alter table subscriber drop constraint subscriber_state_check;
alter table subscriber alter column state set default 'pending';
update subscriber set state = case state when 'asked' then 'pending' else 'unsubscribed' end where state in ('asked', 'gone');
alter table subscriber add constraint subscriber_state_check check (state in ('pending', 'confirmed', 'unsubscribed'));

alter table one_time_token drop constraint customer_link_purpose_check;
update one_time_token set purpose = case purpose when 'reset' then 'reset-password' else 'confirm-email' end;
alter table one_time_token add constraint one_time_token_purpose_check check (purpose in ('reset-password', 'confirm-email'));

-- The history of orders: kinds of events, and the keys of their details.
update order_event set kind = names.new
  from (values
    ('attempt', 'payment-attempt'),
    ('create-failed', 'provider-order-failed'),
    ('unknown', 'capture-unknown'),
    ('declined', 'payment-declined'),
    ('reversed', 'suspended'),
    ('renewed', 'downloads-renewed'),
    ('readdressed', 'email-changed'),
    ('second-payment-kept', 'second-payment-not-refunded')
  ) as names (old, new)
  where kind = names.old;
update order_event set detail = (
    select jsonb_object_agg(coalesce(names.new, entry.key), entry.value)
    from jsonb_each(detail) as entry
    left join (values
      ('attempt', 'attemptNumber'),
      ('why', 'reason'),
      ('instead', 'replacedByOrder'),
      ('capture', 'captureId'),
      ('cents', 'amountCents'),
      ('held', 'amountCents'),
      ('credit', 'creditNote'),
      ('seen', 'providerOrder'),
      ('seat', 'seatId'),
      ('from', 'previousEmail')
    ) as names (old, new) on names.old = entry.key
  )
  where detail ?| array['attempt', 'why', 'instead', 'capture', 'cents', 'held', 'credit', 'seen', 'seat', 'from'];

-- Counters of tries that still run: "<name>-<most>-<seconds>:<hash>".
update rate_limit set key = names.new || substr(key, length(names.old) + 1)
  from (values
    ('login-visitor', 'login-ip'),
    ('login-all', 'login-global'),
    ('register-visitor', 'register-ip'),
    ('register-all', 'register-global'),
    ('forgot-visitor', 'forgot-password-ip'),
    ('forgot-email', 'forgot-password-email'),
    ('forgot-all', 'forgot-password-global'),
    ('reset-visitor', 'reset-password-ip'),
    ('confirm-visitor', 'confirm-email-ip'),
    ('confirm-again', 'resend-confirmation'),
    ('password', 'password-check'),
    ('move', 'email-change'),
    ('order-visitor', 'place-order-ip'),
    ('transfer-email', 'bank-transfer-email'),
    ('renew', 'resend-links'),
    ('renew-visitor', 'resend-links-ip'),
    ('renew-seat', 'renew-seat-downloads'),
    ('invite', 'seat-invitation'),
    ('join', 'join-link-ip'),
    ('ask-visitor', 'lead-ip'),
    ('ask-email', 'lead-email'),
    ('apply', 'job-application-ip')
  ) as names (old, new)
  where key ~ ('^' || names.old || '-[0-9]+-[0-9]+:');

-- Other functions, triggers and indexes.
alter function count_revision() rename to increment_catalogue_revision;
alter function keep_words() rename to collect_search_words;
alter trigger report_search_words_kept on report_search rename to report_search_collect_words;
alter index report_newest rename to report_published_on_idx;
alter index report_of_industry rename to report_industry_id_published_on_idx;
alter index report_search_words rename to report_search_search_vector_idx;
alter index report_search_title rename to report_search_title_trigram_idx;
alter index search_word_near rename to search_word_trigram_idx;
alter index purchase_unfinished rename to purchase_unfinished_idx;
alter index purchase_again rename to purchase_buyer_secret_hash_report_id_licence_idx;
alter index purchase_of_customer rename to purchase_customer_id_idx;
alter index purchase_of_email rename to purchase_email_idx;
alter index order_event_of rename to order_event_purchase_id_idx;
alter index refund_of rename to refund_purchase_id_idx;
alter index paper_once rename to order_document_purchase_id_kind_idx;
alter index lead_again rename to lead_fingerprint_created_at_idx;
alter index lead_newest rename to lead_created_at_idx;
alter index customer_session_of rename to customer_session_customer_id_idx;
alter index customer_link_of rename to one_time_token_customer_id_purpose_idx;
alter index webhook_dispute rename to webhook_event_dispute_idx;
alter sequence letter_id_seq rename to outbox_email_id_seq;
alter sequence paper_id_seq rename to order_document_id_seq;
alter sequence delivery_grant_id_seq rename to download_grant_id_seq;
alter table purchase rename constraint purchase_check to purchase_refunded_cents_check;
-- Every order has its number: it is made from the id.
alter table purchase alter column number set not null;

-- Constraints (and, from PostgreSQL 18 on, the named NOT NULLs) get the name that PostgreSQL itself would give them now.
do $$
declare
  found record;
begin
  for found in
    select rel.relname as table_name, con.conname as old_name,
      rel.relname || case con.contype when 'p' then '' else '_' || cols.names end
        || case con.contype when 'p' then '_pkey' when 'u' then '_key' when 'f' then '_fkey' when 'n' then '_not_null' else '_check' end as new_name
    from pg_constraint con
    join pg_class rel on rel.oid = con.conrelid
    cross join lateral (
      select string_agg(att.attname, '_' order by place.n) as names, count(*) as number
      from unnest(con.conkey) with ordinality as place (attnum, n)
      join pg_attribute att on att.attrelid = con.conrelid and att.attnum = place.attnum
    ) as cols
    where rel.relnamespace = current_schema()::regnamespace
      and rel.relname in ('outbox_email', 'order_document', 'order_document_series', 'download_grant', 'order_state_transition', 'one_time_token',
        'rate_limit', 'terms_version', 'purchase', 'payment_attempt', 'order_event', 'download', 'refund', 'webhook_event', 'lead', 'subscriber', 'customer',
        'customer_session', 'report_search', 'testimonial', 'site_info', 'catalogue_revision')
      and (con.contype in ('p', 'u', 'f', 'n') or (con.contype = 'c' and cols.number = 1))
  loop
    if found.old_name <> left(found.new_name, 63) then
      execute format('alter table %I rename constraint %I to %I', found.table_name, found.old_name, left(found.new_name, 63));
    end if;
  end loop;
end $$;

-- Jobs that wait keep their place under their new names. A fresh database has no queue yet: it is made after the migrations.
do $$
declare
  names constant jsonb := '{
    "post.send": "emails.send",
    "post.sweep": "emails.sendDue",
    "orders.webhook": "orders.handleWebhook",
    "orders.moved": "orders.assignGuestOrders",
    "orders.books": "orders.reconcileTransactions",
    "orders.edition": "orders.emailNewEdition",
    "accounts.welcome": "accounts.sendRegistrationEmail",
    "accounts.move": "accounts.startEmailChange",
    "accounts.reset": "accounts.sendPasswordResetEmail"
  }';
begin
  if to_regclass('graphile_worker._private_jobs') is null then
    return;
  end if;
  update graphile_worker._private_tasks set identifier = names ->> identifier where names ? identifier;
  update graphile_worker._private_jobs set payload = (payload::jsonb - 'known' || jsonb_build_object('isRegistered', payload::jsonb -> 'known'))::json
    where task_id = (select id from graphile_worker._private_tasks where identifier = 'accounts.sendRegistrationEmail') and payload::jsonb ? 'known';
  update graphile_worker._private_known_crontabs set identifier = names ->> identifier where names ? identifier;
  update graphile_worker._private_job_queues set queue_name = names ->> queue_name where names ? queue_name;
  update graphile_worker._private_job_queues set queue_name = 'emails-' || substr(queue_name, 9) where queue_name ~ '^letters [0-9]+$';
  update graphile_worker._private_jobs set key = names ->> key where names ? key;
  update graphile_worker._private_jobs set key = coalesce(names ->> left(key, -9), left(key, -9)) || ':startup' where key like '% at start';
  update graphile_worker._private_jobs set key = 'emails.sendDue:lease-end' where key = 'post.sweep of a held letter';
  update graphile_worker._private_jobs set key = 'email-' || substr(key, 8) where key ~ '^letter-[0-9]+$';
end $$;
