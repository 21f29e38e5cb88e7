-- What staff write for the site is a draft before visitors see it, and can be moved to a bin.
-- created_at of a post is the date that its page shows; a draft may have none yet.
alter table blog_post
  alter column created_at drop not null,
  add column state text not null default 'published'
    check (state in ('draft', 'scheduled', 'published', 'withdrawn')),
  add column summary text not null default '',
  add column author text not null default '',
  -- What the picture shows, for readers who don't see it.
  add column image_text text not null default '',
  add column meta_title text not null default '',
  add column meta_description text not null default '',
  add column meta_keywords text not null default '',
  -- Null until staff change it for the first time.
  add column changed_at timestamptz,
  add column changed_by text not null default '',
  add column binned_at timestamptz,
  add check (created_at is not null or state = 'draft');
update blog_post set image_text = 'Chart of this text: ' || name where image is not null;
create index blog_post_date_idx on blog_post (created_at desc, id desc) where state = 'published';
create index blog_post_due_idx on blog_post (created_at) where state = 'scheduled';

alter table press_release
  alter column created_at drop not null,
  add column state text not null default 'published'
    check (state in ('draft', 'scheduled', 'published', 'withdrawn')),
  add column summary text not null default '',
  add column author text not null default '',
  -- What the picture shows, for readers who don't see it.
  add column image_text text not null default '',
  add column meta_title text not null default '',
  add column meta_description text not null default '',
  add column meta_keywords text not null default '',
  -- Null until staff change it for the first time.
  add column changed_at timestamptz,
  add column changed_by text not null default '',
  add column binned_at timestamptz,
  add check (created_at is not null or state = 'draft');
update press_release set image_text = 'Chart of this text: ' || name where image is not null;
create index press_release_date_idx on press_release (created_at desc, id desc) where state = 'published';
create index press_release_due_idx on press_release (created_at) where state = 'scheduled';

-- A slug that a public post once had. It leads to the post, whatever its slug is now.
create table post_slug_redirect (
  kind text not null check (kind in ('blogPost', 'pressRelease')),
  slug text not null,
  post_id int not null,
  primary key (kind, slug)
);
create index post_slug_redirect_post_idx on post_slug_redirect (kind, post_id);

-- Entries of lists stand in the order of their position, then as they were added.
alter table faq
  add column is_hidden boolean not null default false,
  add column changed_at timestamptz,
  add column changed_by text not null default '',
  add column binned_at timestamptz;
alter table testimonial
  add column position int not null default 0,
  add column is_hidden boolean not null default false,
  add column changed_at timestamptz,
  add column changed_by text not null default '',
  add column binned_at timestamptz;
alter table client_logo
  add column position int not null default 0,
  add column is_hidden boolean not null default false,
  add column changed_at timestamptz,
  add column changed_by text not null default '',
  add column binned_at timestamptz;
