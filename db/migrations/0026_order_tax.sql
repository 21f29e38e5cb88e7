-- The tax of an order, frozen when it was placed. price_cents stays what the buyer pays in all.
alter table purchase
  -- The price as the catalogue had it: net or gross, as the store's settings said.
  add column list_cents int,
  -- ISO 3166; null where an older order has a country that is not in the list.
  add column country_code char(2),
  add column tax_kind text not null default 'none'
    check (tax_kind in ('none', 'domestic', 'destination', 'reverse-charge', 'outside')),
  add column tax_name text not null default '',
  add column tax_cents int not null default 0 check (tax_cents >= 0),
  -- 1900 is 19 %.
  add column tax_basis_points int not null default 0 check (tax_basis_points between 0 and 5000),
  add column tax_country char(2),
  -- Whether VIES knew the buyer's number, or could not be asked; null where it did not matter.
  add column vat_number_status text check (vat_number_status in ('valid', 'unchecked')),
  -- What VIES calls the check: proof of it for the tax office.
  add column vat_consultation text;
update purchase set list_cents = price_cents,
  country_code = (select iso2 from country where country.name = purchase.country);
alter table purchase alter column list_cents set not null;

-- What only the code said until now: a store of before keeps its words.
update store_settings set body = body
  || jsonb_build_object('about', body -> 'about' || jsonb_build_object(
    'experienceLabel', 'years of reading statistics',
    'reasons', jsonb_build_array(
      'Every number names its source, unit and year.', 'What we calculated says so, with its formula.',
      'PDF and workbook come from the same data.', 'The price and the licence are on the page.'),
    'cards', jsonb_build_array(
      jsonb_build_object('title', 'Mission', 'text', 'Make published statistics usable for people who decide.'),
      jsonb_build_object('title', 'Vision', 'text', 'Market figures that every reader can check.'),
      jsonb_build_object('title', 'Industries', 'text', 'Thirty, from crops to cloud computing.'),
      jsonb_build_object('title', 'Regions', 'text', 'The United States in depth, other countries wherever statistics are published.'),
      jsonb_build_object('title', 'Method', 'text', 'Plain arithmetic, printed in each report.'),
      jsonb_build_object('title', 'Editions', 'text', 'Dated and numbered; a correction is a new edition.'))))
  || jsonb_build_object('licences', (select jsonb_agg(licence || jsonb_build_object('summary', case licence ->> 'id'
      when 'single-user' then 'One named person, at any place'
      when 'multiple-user' then 'Up to {seats} named people of one company, at any of its sites'
      else 'Everyone employed by one company, at all its sites worldwide' end) order by place)
    from jsonb_array_elements(body -> 'licences') with ordinality as listed (licence, place)))
  || jsonb_build_object('home', jsonb_build_object('emptyBlocks', 'named'))
  || jsonb_build_object('texts', jsonb_build_object(
    'home.title', 'Market figures you can check before you trust them',
    'home.text', 'Each is written from public statistics, with the source, unit and year beside every number.',
    'newsletter.title', 'New editions, once a month',
    'newsletter.text', 'What was published and what was corrected, in one short mail.',
    'services.text', 'Ways to get at a number. Each picture below shows what you receive.',
    'footer.note', 'Figures from public statistics, each with its source, unit and year.'))
  where changed_by = 'migration';
