-- Work that takes longer than a request: bulk changes, exports, undoing, imports. Claimed as
-- core/kernel/claim.ts says.
create table long_work (
  id int generated always as identity primary key,
  kind text not null,
  -- What it does, as people read it: "Change the prices of 5,021 reports".
  title text not null,
  -- Who may see it and cancel it: everybody who may do this.
  verb text not null,
  -- Who began it, with what the audit log notes of the request; a program has only a name.
  actor jsonb not null,
  actor_name text not null,
  -- Made when the form's page was rendered: the same form sent twice is one piece of work.
  form_key text not null unique,
  input jsonb not null,
  state text not null default 'open' check (state in ('open', 'done', 'failed', 'cancelled')),
  -- Where it stands, by kind; a killed process is followed from here.
  position jsonb not null default '{}',
  done int not null default 0,
  total int,
  -- What came of it, by kind; what a step has committed is in it.
  result jsonb not null default '{}',
  -- Why it failed, as a sentence.
  failure text,
  file_key text,
  file_name text,
  created_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz,
  due_at timestamptz default clock_timestamp(),
  claim_token text,
  tries int not null default 0,
  last_error text,
  same_errors int not null default 0,
  check (state <> 'open' or finished_at is null)
);

create index long_work_due on long_work (due_at) where due_at is not null;
create index long_work_file on long_work (finished_at) where file_key is not null;
