-- What we say. Each table is edited by staff; HTML is sanitised before it is stored.
create table site_info (
  one boolean primary key default true check (one),
  body jsonb not null
);
create table policy (
  name text primary key,
  title text not null,
  description text not null,
  html text not null,
  updated_on date not null
);
create table page_meta (
  type int primary key,
  title text not null,
  description text not null,
  keywords text not null
);
create table country (
  id int generated always as identity primary key,
  iso2 char(2) not null unique,
  name text not null,
  phonecode text not null
);
create table service (
  id int generated always as identity primary key,
  name text not null,
  image text,
  description text not null,
  priority int
);
create table blog_post (
  id int generated always as identity primary key,
  slug text not null unique,
  name text not null,
  image text,
  html text not null,
  created_at timestamptz not null,
  report_code text
);
create table press_release (
  id int generated always as identity primary key,
  slug text not null unique,
  name text not null,
  image text,
  html text not null,
  created_at timestamptz not null
);
create table testimonial (
  id int generated always as identity primary key,
  image text,
  name text not null,
  designation text not null,
  description text not null,
  sample boolean not null default false
);
create table client_logo (
  id int generated always as identity primary key,
  name text not null,
  image text
);
create table faq (
  id int generated always as identity primary key,
  title text not null,
  html text not null,
  position int not null
);
create table setting (
  name text primary key,
  value text not null
);
