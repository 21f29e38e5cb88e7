-- Whole requests are answered once as well: forms of staff, and calls of programs with an
-- Idempotency-Key. While one is being answered, it is held until then (core/kernel/answer-once.ts).
alter table sent_form add column held_until timestamptz;
