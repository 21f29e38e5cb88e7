-- What people are called, for what they do; and names of countries.
insert into find_synonym (term, means, term_key, means_key) values
  ('janitor', 'building services', 'janitor', 'build servic'),
  ('publicist', 'public relations', 'publicist', 'public relat'),
  ('banker', 'banking', 'banker', 'bank'),
  ('professor', 'universities', 'professor', 'univers'),
  ('postman', 'postal services', 'postman', 'postal servic'),
  ('postman', 'mail', 'postman', 'mail'),
  ('plough', 'farm machinery', 'plow', 'farm machineri'),
  ('plow', 'farm machinery', 'plow', 'farm machineri'),
  ('lawn mower', 'lawn and garden equipment', 'lawn mower', 'lawn and garden equip'),
  ('GPS', 'navigation instruments', 'gps', 'navig instrument'),
  ('chewing gum', 'confectionery', 'chew gum', 'confectioneri'),
  ('stainless', 'stainless steel', 'stainless', 'stainless steel'),
  ('accountant', 'accounting', 'account', 'account'),
  ('baker', 'bakery', 'baker', 'bakeri'),
  ('dentistry', 'dental', 'dentistri', 'dental'),
  ('farmer', 'farm', 'farmer', 'farm'),
  ('fisherman', 'seafood', 'fisherman', 'seafood'),
  ('hairdresser', 'personal care', 'hairdress', 'person care'),
  ('lawyer', 'legal services', 'lawyer', 'legal servic'),
  ('solicitor', 'legal services', 'solicitor', 'legal servic'),
  ('mechanic', 'automotive repair', 'mechan', 'automot repair'),
  ('nurse', 'nursing', 'nurs', 'nurs'),
  ('physicist', 'scientific research', 'physicist', 'scientif research'),
  ('plumbing', 'pipe fittings', 'plumb', 'pipe fit'),
  ('publisher', 'publishing', 'publish', 'publish'),
  ('soldier', 'defense', 'soldier', 'defens'),
  ('surgeon', 'surgical', 'surgeon', 'surgic'),
  ('teacher', 'colleges', 'teacher', 'colleg'),
  ('truck driver', 'truck transportation', 'truck driver', 'truck transport'),
  ('waiter', 'restaurants', 'waiter', 'restaur'),
  ('DRC', 'DR Congo', 'drc', 'dr congo'),
  ('Ivory Coast', 'Côte d''Ivoire', 'ivori coast', 'cote ivoir'),
  ('UPS battery', 'storage batteries', 'up batteri', 'storag batteri'),
  ('detective', 'investigation services', 'detect', 'investig servic'),
  ('pest control', 'pesticides', 'pest control', 'pesticid'),
  ('plumber', 'pipe fittings', 'plumber', 'pipe fit'),
  ('acier inoxydable', 'steel', 'acier inoxyd', 'steel'),
  ('coco', 'cocoa', 'coco', 'cocoa'),
  ('two by four', 'lumber', 'two by four', 'lumber'),
  ('Burma', 'Myanmar', 'myanmar', 'myanmar')
on conflict do nothing;
-- The search in the store's own pages reads these posts alone.
create index blog_post_words_idx on blog_post using gin
  (to_tsvector('english', name || ' ' || summary || ' ' || meta_keywords));
create index press_release_words_idx on press_release using gin
  (to_tsvector('english', name || ' ' || summary || ' ' || meta_keywords));
