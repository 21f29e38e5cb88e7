-- Pages of the PDF that is made of an edition's data, counted from one that was rendered of this
-- version; null where they could not be counted. Nobody's typed number stands in for them.
alter table edition add column made_pages int check (made_pages > 0);
alter table edition add column counted_version int;
create index report_uncounted on report (id) where delivery = 'made' and goods_pages is null;
