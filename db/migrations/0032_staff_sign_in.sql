-- Signing in that has got as far as the password: the second factor is still to come, or to be set
-- up. It is no session, and nobody can read anything with it.
create table staff_sign_in (
  -- SHA-256 of the cookie's secret, in hexadecimal digits.
  token_hash text primary key,
  staff_id int not null references staff on delete cascade,
  expires_at timestamptz not null
);

-- What a passkey was asked to sign; each works once.
create table staff_challenge (
  challenge text primary key,
  -- Whose new passkey it is for; null for signing in, where the passkey says whose it is.
  staff_id int references staff on delete cascade,
  expires_at timestamptz not null
);

-- One invitation of an address works at a time.
create unique index staff_invitation_open_idx on staff_invitation (email)
  where accepted_at is null and revoked_at is null;
create index audit_entry_verb_idx on audit_entry (verb, id desc);
