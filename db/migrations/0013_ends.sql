-- Six digits at least: a seventh must not cut the number.
alter table purchase drop column number;
alter table purchase add column number text generated always as ('QI-' || lpad(id::text, greatest(6, length(id::text)), '0')) stored unique;

-- The provider took no money for it and never will: the next try needs another.
alter table payment_attempt add column closed_at timestamptz;
