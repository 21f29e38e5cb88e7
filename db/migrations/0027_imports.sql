-- Imports of reports from a sheet. Everything that an import does is noted here row by row, in the
-- transaction that does it: a killed process loses nothing, and another one goes on.
create table report_import (
  id int generated always as identity primary key,
  file_name text not null,
  -- Where the file's bytes are kept.
  file_key text not null,
  state text not null check (state in ('reading', 'unmapped', 'checking', 'checked', 'running', 'done', 'undoing', 'undone', 'refused')),
  options jsonb not null,
  headers text[] not null default '{}',
  -- Header to column, null for a column that is left out.
  mapping jsonb not null default '{}',
  -- Why the file can't be read; only of a refused one.
  refusal text,
  -- Who imports, as the history names them.
  actor text not null,
  row_count int not null default 0,
  -- Up to this row the present state is through.
  last_row int not null default 0,
  -- What became of the rows in the last check, run or undo: created, changed, unchanged, bad, restored, kept.
  counts jsonb not null default '{}',
  created_at timestamptz not null,
  -- The database's clock: processes that run are compared by it.
  touched_at timestamptz not null default now(),
  finished_at timestamptz,
  check ((state = 'refused') = (refusal is not null))
);
create index report_import_working_idx on report_import (touched_at) where state in ('reading', 'checking', 'running', 'undoing');

create table report_import_row (
  import_id int not null references report_import on delete cascade,
  number int not null,
  cells jsonb not null,
  -- Characters of the cells together: so many rows are taken at once as fit into memory.
  length int not null,
  -- Why the file's row can't be read at all.
  problem text,
  code text,
  -- What is wrong with which cell; null for a row that is right or not looked at yet.
  errors jsonb,
  -- What the row does, or did, to its report.
  change text check (change in ('created', 'changed', 'unchanged')),
  -- The version that the row wrote, and the one before it; null where it wrote none.
  version_number int,
  previous_version_number int,
  written_at timestamptz,
  -- After an undo: "restored", or why the report was kept.
  undo text,
  primary key (import_id, number)
);
create index report_import_row_code_idx on report_import_row (import_id, code);

-- How headers of this publisher's files were mapped.
create table import_header (
  header text primary key,
  column_name text
);

-- Bearer tokens of programs. A token is shown once; its hash is kept.
create table api_token (
  id int generated always as identity primary key,
  name text not null unique,
  -- SHA-256, in hexadecimal digits.
  hash text not null unique,
  scopes text[] not null,
  created_by text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
);
