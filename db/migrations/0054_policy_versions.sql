-- Every text of a policy that was published, in its order; the settings hold the one in force.
create table policy_version (
  name text not null,
  number int not null check (number > 0),
  title text not null,
  description text not null,
  html text not null,
  updated_on date not null,
  published_at timestamptz not null,
  published_by text not null,
  primary key (name, number)
);

-- What is in the history of the settings already.
insert into policy_version (name, number, title, description, html, updated_on, published_at, published_by)
select name, row_number() over (partition by name order by version),
  policy ->> 'title', coalesce(policy ->> 'description', ''), policy ->> 'html',
  (policy ->> 'updatedOn')::date, changed_at, changed_by
from (
  select s.version, s.changed_at, s.changed_by, p.key as name, p.value as policy,
    lag(p.value) over (partition by p.key order by s.version) as previous
  from store_settings s, jsonb_each(coalesce(s.body -> 'policies', '{}')) p
) texts
where previous is distinct from policy;

-- The next text of a policy, which nobody sees before it is published.
create table policy_draft (
  name text primary key,
  title text not null,
  description text not null,
  html text not null,
  saved_at timestamptz not null,
  saved_by text not null
);
