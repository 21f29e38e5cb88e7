-- A meaning of several words is a phrase, which stands together in a report. Titles that join two things
-- ("Surgical and Medical Instruments") have some of ours apart: these terms mean what stands there, too.
with given (means, titled) as (values
  ('property casualty insurance', 'property casualty'),
  ('insurance brokerages', 'insurance agencies'),
  ('insurance brokerage', 'insurance agencies'),
  ('car dealers', 'parts dealers'),
  ('surgical instruments', 'medical instruments'),
  ('surgical supplies', 'surgical appliances'),
  ('heavy trucks', 'heavy-duty trucks'),
  ('heavy truck', 'heavy-duty trucks'),
  ('clothing stores', 'accessories stores'),
  ('x-ray equipment', 'irradiation equipment'),
  ('satellite telecommunications', 'satellite and resold telecommunications'),
  ('satellite telecommunications', 'satellite'),
  ('steel mills', 'ferroalloy mills'),
  ('steel mill', 'ferroalloy mills'),
  ('computer peripherals', 'computer terminals'),
  ('clinical laboratory', 'diagnostic laboratories'),
  ('synthetic fiber', 'synthetic rubber and fibers'),
  ('vegetable farming', 'melon farming'),
  ('livestock feed', 'poultry feed'),
  ('mobile phone', 'mobile cellular'),
  ('factory construction', 'plant construction'),
  ('urethane foam', 'foam products'),
  ('audio equipment', 'video equipment'),
  ('rubber hose', 'hoses'),
  ('building services', 'grounds services'),
  ('glass container', 'glass products'),
  ('highway construction', 'transportation construction'),
  ('office construction', 'commercial construction'),
  ('plastics resin', 'resins'),
  ('radio broadcasting', 'television broadcasting'),
  ('securities brokerage', 'commodity brokerage'),
  ('poultry farm', 'egg farms'),
  ('maintenance repair', 'repair and maintenance'))
insert into search_word (kind, term, means, one_way, by)
select distinct on (kind, lower(term), lower(titled)) kind, term, titled, true, 'us'
from search_word join given on lower(search_word.means) = given.means
where by = 'us' and kind not in ('pin', 'hide')
on conflict do nothing;
