-- What the forms of staff have done, in the transaction that did it: a form that comes again, from a
-- double click, a browser or a proxy, does nothing more and is answered as the first time
-- (core/kernel/sent-forms.ts).
create table sent_form (
  -- A digest of the form's key, what the form says, who sends it and what it does.
  key text primary key,
  -- What the verb answered, sealed: secrets that are shown once are among it.
  answer text,
  sent_at timestamptz not null default clock_timestamp()
);

create index sent_form_sent_at on sent_form (sent_at);
