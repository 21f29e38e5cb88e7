-- Industries stand in the publisher's own order; those without a position follow by name.
alter table industry add column position int;

-- A slug that an industry once had. It leads to the industry, whatever its slug is now.
create table industry_slug_redirect (
  slug text primary key,
  industry_id int not null references industry on delete cascade
);
create index industry_slug_redirect_industry_id_idx on industry_slug_redirect (industry_id);
