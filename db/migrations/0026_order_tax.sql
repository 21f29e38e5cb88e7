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
