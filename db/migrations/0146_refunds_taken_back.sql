-- A refund that the provider accepted may be pending for days, and be taken back in the end: pending,
-- then completed or reversed. What a credit note said is taken back by a document of its own.
alter table refund
  drop constraint refund_state_check,
  add constraint refund_state_check
    check (state in ('requested', 'pending', 'completed', 'refused', 'reversed')),
  -- When the provider was last asked about a pending one.
  add column checked_at timestamptz,
  add column reversed_at timestamptz,
  -- What the provider said: its status, and its reason where it gave one.
  add column reversal_reason text,
  -- The money did not arrive, nobody was at the screen, and nobody has dealt with it since.
  add column needs_attention boolean not null default false,
  add constraint refund_reversed_at_check check ((state = 'reversed') = (reversed_at is not null));

update refund set state = 'pending' where state = 'requested' and provider_refund_id is not null;
create index refund_pending_idx on refund (checked_at) where state = 'pending';
create index refund_needs_attention_idx on refund (id) where needs_attention;

alter table order_document
  drop constraint order_document_kind_check,
  add constraint order_document_kind_check check (
    kind in ('invoice', 'corrected-invoice', 'pro-forma', 'credit-note', 'credit-note-reversal'));

insert into order_state_transition (from_state, to_state) values
  ('refunded', 'paid'), ('refunded', 'fulfilled'), ('refunded', 'partly-refunded'),
  ('refunded', 'suspended'), ('partly-refunded', 'paid'), ('partly-refunded', 'fulfilled');

-- A refund has a credit note, and after a reversal another one where the money went back after all.
alter table order_document
  drop constraint if exists paper_refund_id_key,
  drop constraint if exists order_document_refund_id_key;
create index order_document_refund_id_idx on order_document (refund_id) where refund_id is not null;
