-- What the demo was given at its first start. Staff may delete all of it: it does not come again.
create table seeding (
  part text primary key,
  seeded_at timestamptz not null default now()
);

insert into seeding (part)
select 'content'
where exists (select from service) or exists (select from blog_post)
  or exists (select from press_release) or exists (select from testimonial)
  or exists (select from client_logo) or exists (select from faq);

insert into seeding (part)
select 'catalogue'
where exists (select from report);
