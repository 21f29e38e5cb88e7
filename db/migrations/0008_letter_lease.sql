-- A letter is sent by one process at a time, and tried again by the clock, whatever became of the job that began it.
alter table letter add column next_at timestamptz not null default now(), add column claimed_until timestamptz;
drop index letter_waiting;
create index letter_waiting on letter (next_at) where state = 'waiting';
