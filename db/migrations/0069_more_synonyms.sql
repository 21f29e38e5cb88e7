-- Words that buyers typed in vain, for what titles call it. Staff may take each away.
insert into find_synonym (term, means, term_key, means_key) values
  ('shampoo', 'cosmetics', 'shampoo', 'cosmet'),
  ('lipstick', 'cosmetics', 'lipstick', 'cosmet'),
  ('perfume', 'cosmetics', 'perfum', 'cosmet'),
  ('skin care', 'cosmetics', 'skin care', 'cosmet'),
  ('toothpaste', 'toilet preparations', 'toothpast', 'toilet prepar'),
  ('deodorant', 'toilet preparations', 'deodor', 'toilet prepar'),
  ('flowers', 'floriculture', 'flower', 'floricultur'),
  ('styrofoam', 'polystyrene foam', 'styrofoam', 'polystyren foam'),
  ('motorway', 'highway', 'motorway', 'highway'),
  ('cinema', 'motion picture', 'cinema', 'motion pictur'),
  ('mobile operators', 'wireless telecommunications', 'mobil oper', 'wireless telecommun'),
  ('mobile phone operators', 'wireless telecommunications', 'mobil phone oper',
    'wireless telecommun'),
  ('shrimp', 'seafood', 'shrimp', 'seafood'),
  ('EU', 'Europe', 'eu', 'europ'),
  ('European Union', 'Europe', 'europ union', 'europ'),
  ('subscribers', 'subscriptions', 'subscrib', 'subscript')
on conflict do nothing;

-- Adjectives of countries are looked for as the country since this pair was written.
delete from find_synonym where term_key = 'eu' and means_key = 'european union'
  and exists (select from find_synonym where term_key = 'eu' and means_key = 'europ union');
update find_synonym set means_key = 'europ union'
  where term_key = 'eu' and means_key = 'european union';
