-- What the goods of a report's newest edition are, for pages and lists: their kinds, and how many
-- pages they have. Null where the goods are printed from the report's data.
alter table report add column goods_kinds text[] check (cardinality(goods_kinds) > 0);
alter table report add column goods_pages int check (goods_pages > 0);

update report r set goods_kinds = f.kinds, goods_pages = f.pages, pages = coalesce(r.pages, f.pages)
from (
  select e.report_id, array_agg(distinct f.kind) as kinds, sum(f.pages)::int as pages
  from edition e join edition_file f on f.edition_id = e.id
  where f.purpose = 'goods' and f.replaced_at is null
    and e.number = (select max(number) from edition where report_id = e.report_id)
  group by e.report_id
) f where f.report_id = r.id;

-- Whom a report names: a person or a desk of the publisher, once somebody has said which.
alter table author add column kind text check (kind in ('desk', 'person'));
