-- Jobs that run by the clock, and the last time for which each was queued. The database's clock
-- decides alone, so that processes whose clocks differ or jump queue each time once.
create table scheduled_job (
  name text primary key,
  last_due_at timestamptz not null
);
