-- Enquiries as one inbox: whose they are, what was answered and noted, and by whom.
alter table lead drop constraint lead_state_check;
update lead set state = 'open' where state = 'new';
alter table lead
  alter column state set default 'open',
  add constraint lead_state_check check (state in ('open', 'answered', 'closed', 'spam')),
  -- The same for every spelling of an address that reaches one mailbox.
  add column mailbox text,
  add column owner_id int references staff,
  -- When its owner wants to look at it again.
  add column follow_up_on date,
  -- Of the answers that staff wrote here, not of the reply that says that it arrived.
  add column first_answered_at timestamptz,
  -- When what it says about a person was erased.
  add column erased_at timestamptz,
  add column company text not null generated always as (coalesce(fields ->> 'company_name', '')) stored,
  add column search_text text not null
    generated always as (lower(name || ' ' || email || ' ' || coalesce(fields ->> 'company_name', ''))) stored;
-- As src/core/kernel/mailbox-key.ts makes it, but for domains in other scripts.
update lead set mailbox = case
  when split_part(lower(email), '@', 2) in ('gmail.com', 'googlemail.com')
    then replace(regexp_replace(split_part(lower(email), '@', 1), '(.)[+].*$', '\1'), '.', '') || '@gmail.com'
  else regexp_replace(split_part(lower(email), '@', 1), '(.)[+].*$', '\1') || '@' || split_part(lower(email), '@', 2)
end;
alter table lead alter column mailbox set not null;
create index lead_mailbox_idx on lead (mailbox, id);
create index lead_email_idx on lead (lower(email));
create index lead_owner_idx on lead (owner_id, id) where owner_id is not null;
create index lead_state_idx on lead (state, id);
create index lead_report_idx on lead (report_id, id);
create index lead_search_idx on lead using gin (search_text gin_trgm_ops);

create table lead_note (
  id int generated always as identity primary key,
  lead_id int not null references lead,
  staff_id int not null references staff,
  body text not null,
  created_at timestamptz not null
);
create index lead_note_lead_idx on lead_note (lead_id, id);

-- What staff answered, as it was sent.
create table lead_answer (
  id int generated always as identity primary key,
  lead_id int not null references lead,
  staff_id int not null references staff,
  subject text not null,
  body text not null,
  sent_at timestamptz not null
);
create index lead_answer_lead_idx on lead_answer (lead_id, id);

-- An answer that somebody is writing: one for each enquiry and author, until it is sent.
create table lead_draft (
  lead_id int not null references lead,
  staff_id int not null references staff,
  subject text not null,
  body text not null,
  saved_at timestamptz not null,
  primary key (lead_id, staff_id)
);

create table answer_template (
  id int generated always as identity primary key,
  name text not null unique,
  -- The kind of enquiry that it is offered for first; null for all.
  kind text check (kind in ('contact', 'sample', 'discount', 'inquiry', 'customization', 'career', 'reseller')),
  subject text not null,
  -- With {{name}}, {{report}}, {{link}} and {{price}}.
  body text not null,
  changed_at timestamptz not null,
  changed_by int references staff
);
insert into answer_template (name, kind, subject, body, changed_at) values
  ('Answer to a question', 'inquiry', 'Your question about {{report}}', E'Hello {{name}},\n\nThank you for your question about {{report}}.\n\n\nThe report is at {{link}}. A single-user licence costs {{price}}.', now()),
  ('Offer a call', null, 'Your enquiry', E'Hello {{name}},\n\nThank you for your enquiry. The quickest way is a short call: which day and time would suit you?', now()),
  ('After a sample', 'sample', 'Your sample of {{report}}', E'Hello {{name}},\n\nYou asked for the sample of {{report}}. Did it answer what you wanted to know?\n\nThe whole report is at {{link}}. A single-user licence costs {{price}}.', now());
