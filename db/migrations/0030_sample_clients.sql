-- Invented clients are marked as samples, as testimonials are.
alter table client_logo add column is_sample boolean not null default false;

-- A demo that is older than this column has the demo's own six clients, by their pictures.
update client_logo set is_sample = true
 where image in (
   'clients/manufacturers.svg', 'clients/banks.svg', 'clients/consultancies.svg',
   'clients/universities.svg', 'clients/public-agencies.svg', 'clients/trade-associations.svg'
 );
