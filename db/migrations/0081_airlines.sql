-- "Airliner" has the stem of "airline", and who looks for an airline does not look for an aircraft.
delete from find_synonym where term = 'airliner' and means = 'aircraft';
insert into find_synonym (term, means, term_key, means_key) values
  ('airline', 'air transportation', 'airlin', 'air transport'),
  ('NPK', 'fertilizer', 'npk', 'fertil'),
  ('REIT', 'trusts', 'reit', 'trust'),
  ('podcast', 'sound recording', 'podcast', 'sound record'),
  ('lightbulb', 'lighting', 'lightbulb', 'light'),
  ('light bulb', 'lighting', 'light bulb', 'light')
on conflict do nothing;
