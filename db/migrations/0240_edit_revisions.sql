-- What staff edit in a form has a revision: another one whenever a field of the form changes,
-- whoever changes it (a person, an import, an undo). Numbers are never used again, so a row that
-- was deleted and made anew is not taken for the one before.
create sequence edit_revision as integer;

create function give_edit_revision() returns trigger
language plpgsql as $$
begin
  new.revision := nextval('edit_revision');
  return new;
end
$$;

alter table industry add column revision integer not null default nextval('edit_revision');
create trigger edit_revision
  before update of name, slug, position, pictogram, description, meta_title, meta_description,
    meta_keywords on industry
  for each row when (old.* is distinct from new.*) execute function give_edit_revision();

alter table author add column revision integer not null default nextval('edit_revision');
create trigger edit_revision before update of kind, about on author
  for each row when (old.* is distinct from new.*) execute function give_edit_revision();

alter table redirect add column revision integer not null default nextval('edit_revision');
create trigger edit_revision before update of from_path, to_path on redirect
  for each row when (old.* is distinct from new.*) execute function give_edit_revision();

alter table service add column revision integer not null default nextval('edit_revision');
create trigger edit_revision before update on service
  for each row when (old.* is distinct from new.*) execute function give_edit_revision();

alter table answer_template add column revision integer not null default nextval('edit_revision');
create trigger edit_revision before update of name, kind, subject, body on answer_template
  for each row when (old.* is distinct from new.*) execute function give_edit_revision();

-- Posts and entries say when they were edited; their place and what a schedule does are no edits.
alter table blog_post add column revision integer not null default nextval('edit_revision');
create trigger edit_revision before update of changed_at on blog_post
  for each row when (old.* is distinct from new.*) execute function give_edit_revision();

alter table press_release add column revision integer not null default nextval('edit_revision');
create trigger edit_revision before update of changed_at on press_release
  for each row when (old.* is distinct from new.*) execute function give_edit_revision();

alter table faq add column revision integer not null default nextval('edit_revision');
create trigger edit_revision before update of changed_at on faq
  for each row when (old.* is distinct from new.*) execute function give_edit_revision();

alter table testimonial add column revision integer not null default nextval('edit_revision');
create trigger edit_revision before update of changed_at on testimonial
  for each row when (old.* is distinct from new.*) execute function give_edit_revision();

alter table client_logo add column revision integer not null default nextval('edit_revision');
create trigger edit_revision before update of changed_at on client_logo
  for each row when (old.* is distinct from new.*) execute function give_edit_revision();

alter table policy_draft add column revision integer not null default nextval('edit_revision');
create trigger edit_revision before update of saved_at on policy_draft
  for each row when (old.* is distinct from new.*) execute function give_edit_revision();
