-- A file that is for sale is looked for in the store's place of files, again and again: what is not
-- there, or not whole, is off sale until it is.
alter table edition_file
  add column missing_since timestamptz,
  -- When it was last looked for.
  add column looked_for_at timestamptz;
create index edition_file_to_look_for on edition_file (looked_for_at nulls first, id)
  where purpose = 'goods' and replaced_at is null;

create or replace function keep_edition_file() returns trigger language plpgsql as $$
declare
  beside text[] := array['replaced_at', 'missing_since', 'looked_for_at'];
begin
  if to_jsonb(new) - beside <> to_jsonb(old) - beside then
    raise exception 'a file of an edition never changes' using errcode = 'check_violation';
  end if;
  if new.replaced_at is not null and old.replaced_at is null
      and exists (select from download_grant where edition_file_id = old.id) then
    raise exception 'a file that was sold is not replaced' using errcode = 'check_violation';
  end if;
  return new;
end $$;
