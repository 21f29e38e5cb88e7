-- What staff type into a long form, until it is saved (decision 0072). Only they read it.
create table typed_text (
  staff_id int not null references staff on delete cascade,
  -- The path of the form's page.
  place text not null,
  -- Of the form in which it was typed last.
  form_key text not null,
  -- Names to texts; null once that form was saved: what its script sends late is not kept.
  fields jsonb,
  typed_at timestamptz not null,
  primary key (staff_id, place)
);
-- Who else writes at a place; what is old enough to be forgotten.
create index typed_text_place_idx on typed_text (place);
create index typed_text_typed_at_idx on typed_text (typed_at);

insert into typed_text (staff_id, place, form_key, fields, typed_at)
  select staff_id, '/admin/enquiries/' || lead_id, '',
    jsonb_build_object('subject', subject, 'body', body), saved_at
  from lead_draft;
drop table lead_draft;
