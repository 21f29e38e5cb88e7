-- Who works in the back office, how they prove it, and what they did there.
create table staff (
  id int generated always as identity primary key,
  -- Lower case.
  email text not null unique,
  name text not null,
  role text not null check (role in ('owner', 'editor', 'sales', 'finance', 'viewer')),
  -- "scrypt$<salt>$<key>"; null until the invitation is accepted.
  password_hash text,
  created_at timestamptz not null,
  last_seen_at timestamptz,
  -- From then on every session is refused.
  disabled_at timestamptz,
  -- Choices of their own: shortcuts, saved views, the name of the last list.
  preferences jsonb not null default '{}'
);

-- A second factor: a passkey, an authenticator app, or the recovery codes.
create table staff_factor (
  id int generated always as identity primary key,
  staff_id int not null references staff on delete cascade,
  kind text not null check (kind in ('passkey', 'totp', 'recovery')),
  name text not null,
  -- By kind: the passkey's public key and counter, the app's secret, the hashes of unused codes.
  data jsonb not null,
  -- The last time step of an app's code that was used: no code works twice.
  last_step bigint,
  created_at timestamptz not null,
  last_used_at timestamptz,
  confirmed_at timestamptz
);
create index staff_factor_staff_idx on staff_factor (staff_id);
-- The credential id of a passkey belongs to one person.
create unique index staff_factor_passkey_idx on staff_factor ((data ->> 'credentialId')) where kind = 'passkey';

create table staff_session (
  -- SHA-256 of the cookie's secret, in hexadecimal digits.
  token_hash text primary key,
  staff_id int not null references staff on delete cascade,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  -- When identity was last proved by password and factor, or passkey.
  proved_at timestamptz not null,
  -- Twelve hours after it began, however it is used.
  expires_at timestamptz not null,
  ip text not null,
  user_agent text not null
);
create index staff_session_staff_idx on staff_session (staff_id);

create table staff_invitation (
  id int generated always as identity primary key,
  email text not null,
  role text not null check (role in ('owner', 'editor', 'sales', 'finance', 'viewer')),
  token_hash text not null unique,
  invited_by int references staff,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  revoked_at timestamptz
);

-- What people, programs and jobs did, and what they were refused. Rows are written in the
-- transaction of the change itself, and nobody can change or delete one.
create table audit_entry (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  -- Null for the terminal, programs and jobs, which are named in actor_name.
  staff_id int references staff,
  actor_name text not null,
  role text,
  verb text not null,
  outcome text not null check (outcome in ('done', 'refused')),
  -- Why it was refused.
  refusal text,
  -- What it was done to: "report" and "QM-1", "order" and "QI-000006".
  thing_kind text not null,
  thing_id text not null,
  -- The fields that changed, as they were and as they are.
  before jsonb,
  after jsonb,
  ip text,
  user_agent text,
  request_id text,
  -- Entries of one bulk change have the same.
  batch text,
  undo_of bigint references audit_entry
);
create index audit_entry_at_idx on audit_entry (at desc, id desc);
create index audit_entry_thing_idx on audit_entry (thing_kind, thing_id, id desc);
create index audit_entry_staff_idx on audit_entry (staff_id, id desc);
create index audit_entry_batch_idx on audit_entry (batch) where batch is not null;
create unique index audit_entry_undo_idx on audit_entry (undo_of) where undo_of is not null;

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only' using errcode = 'restrict_violation';
end
$$;
create trigger audit_entry_append_only before update or delete on audit_entry
  for each row execute function refuse_audit_change();
create trigger audit_entry_no_truncate before truncate on audit_entry
  for each statement execute function refuse_audit_change();
