-- Since when the mail server takes no email of the store; empty while it does. One row at most.
create table mail_server_trouble (
  is_only boolean primary key default true check (is_only),
  since timestamptz not null
);
