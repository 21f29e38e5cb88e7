/** Rows of the back office, made by SQL: as many as a publisher of many years has. */
import { sql } from 'kysely';
import type { Database } from '#core/deps.ts';

/** Names of three parts, so that a search word finds some hundreds among 50,000 people. */
const person = sql`
  (array['Ada','Boris','Chen','Dana','Emil','Fatima','Goran','Hanna','Ines','Jonas','Kofi','Lena',
    'Mira','Nils','Olga','Pavel','Quentin','Rosa','Sven','Tara'])[1 + n % 20] || ' ' ||
  (array['Adler','Berg','Costa','Diaz','Evans','Fischer','Garcia','Huber','Ivanov','Jensen','Kim',
    'Lopez','Meyer','Novak','Okafor','Petrov','Quist','Rossi','Silva','Tanaka'])[1 + n / 20 % 20]
  || ' ' || n`;
const company = sql`
  (array['Northwind','Contoso','Fabrikam','Initech','Globex','Umbrella','Hooli'])[1 + n % 7]
  || ' ' || n % 4000 || ' GmbH'`;

/** Of each seventh report some states that are not published, drafts, a schedule and an author. */
export async function addReportWork(db: Database, staffId: number): Promise<void> {
  await sql`update report set state = case when id % 2 = 0 then 'withdrawn' else 'draft' end
    where id % 29 = 0`.execute(db);
  await sql`update report set state = 'bin', binned_at = now() where id % 97 = 0`.execute(db);
  await sql`delete from find_report using report
    where report.id = find_report.report_id and report.state <> 'published'`.execute(db);
  await sql`insert into report_draft (report_id, revision, changes, changed_by, updated_at)
    select id, 1, '{"title": "Another"}', '{}', now() from report where id % 31 = 0
    on conflict do nothing`.execute(db);
  await sql`insert into report_editor (report_id, staff_id, seen_at, edited_at)
    select id, ${staffId}, now(), now() from report where id % 37 = 0
    on conflict do nothing`.execute(db);
  await sql`insert into report_schedule (report_id, revision, changes, kind, reason, publish_at, zone,
      staff_id, created_at)
    select id, 1, '{}', 'correction', '', now() + interval '90 days', 'UTC', ${staffId}, now()
    from report where id % 41 = 0 on conflict do nothing`.execute(db);
  await sql`insert into report_author (report_id, author_id, place)
    select r.id, 1 + r.id % (select count(*) from author), 1 from report r
    where exists (select from author where id = 1 + r.id % (select count(*) from author))
    on conflict do nothing`.execute(db);
}

/** Three quarters of them confirmed. */
export const addCustomers = (db: Database, count: number) =>
  sql`insert into customer (email, confirmed_at, name, mobile_no, address, password_hash, created_at)
    select 'buyer' || n || '@example.com', case when n % 4 > 0 then now() end, ${person}, '', '', '',
      now() - (${count} - n) * interval '30 minutes'
    from generate_series(1, ${count}::int) n`.execute(db);

/** Orders of customers and of others, over three years, in every state. */
export async function addOrders(db: Database, count: number): Promise<void> {
  await sql`alter table purchase disable trigger user`.execute(db);
  await sql`
    insert into purchase (state, number, buyer_secret_hash, report_id, report_code, report_title, licence,
      licence_name, rights, list_cents, price_cents, currency, name, email, mobile_no, company_name,
      job_title, country, address, city, region, zip, consent, placed_at, paid_at, paid_on, fulfilled_at,
      customer_id, payment_method, refunded_cents)
    select made.state, 'QI-' || lpad(n::text, 6, '0'), md5(n::text), r.id, r.code, r.title, 'single-user', 'Single user', '', 350000, 350000 + n % 80 * 1000,
      'USD', ${person}, 'buyer' || n % (${count}::int * 2) || '@example.com', '', ${company}, '', 'Germany', '',
      '', '', '', '', at, case when is_paid then at + interval '10 minutes' end,
      case when is_paid then (at + interval '10 minutes')::date end,
      case when is_paid and n % 2000 > 0 then at + interval '11 minutes' end,
      case when n % 3 = 0 then customer.id end, case when n % 5 = 0 then 'bank' else 'card' end,
      case when made.state in ('refunded', 'partly-refunded') then 100000 else 0 end
    from (
      select n, now() - (${count}::int - n) * interval '30 minutes' as at,
        state, state in ('fulfilled', 'paid', 'refunded', 'partly-refunded', 'suspended') as is_paid
      from generate_series(1, ${count}::int) n, lateral (select case
        when n % 500 = 0 then 'suspended' when n % 400 = 0 then 'mismatch' when n % 300 = 0 then 'review'
        when n % 100 = 0 then 'awaiting-transfer' when n % 50 = 0 then 'partly-refunded'
        when n % 40 = 0 then 'refunded' when n % 10 = 1 then 'expired' when n % 10 = 2 then 'cancelled'
        when n % 2000 = 3 then 'paid' else 'fulfilled' end as state) s) made
    join report r on r.id = 1 + (made.n::bigint * 7919) % (select max(id) from report)
    left join customer on customer.id = 1 + made.n % (select greatest(count(*), 1) from customer)`.execute(
    db,
  );
  await sql`alter table purchase enable trigger user`.execute(db);
  await sql`insert into order_event (purchase_id, occurred_at, kind)
    select id, placed_at + step * interval '1 minute', 'note' from purchase, generate_series(1, 6) step`.execute(
    db,
  );
  await sql`insert into refund (purchase_id, amount_cents, tax_cents, reason, state, created_at)
    select id, refunded_cents, 0, '', case when id % 5000 = 0 then 'requested' else 'completed' end,
      paid_at + interval '1 day'
    from purchase where refunded_cents > 0`.execute(db);
  await sql`insert into order_document (purchase_id, kind, number, sequence, year, token, issued_at, issued_on,
      body, refund_id)
    select p.id, kind, kind || p.id || '-' || coalesce(refund_id, 0), p.id, case kind when 'invoice' then 2000 else 2001 end,
      md5(kind || p.id), p.paid_at, p.paid_on, '{}', refund_id
    from purchase p, lateral (
      select 'invoice' as kind, null::int as refund_id
      union all select 'credit-note', id from refund where refund.purchase_id = p.id) paper
    where p.paid_at is not null`.execute(db);
}

/** Enquiries of every kind and state over three years; one in nine has a follow-up day. */
export const addEnquiries = (db: Database, count: number, staffId: number) =>
  sql`
    insert into lead (kind, created_at, name, email, mailbox, fields, page_path, report_id, state,
      fingerprint, owner_id, follow_up_on, first_answered_at)
    select (array['contact', 'sample', 'discount', 'inquiry', 'customization', 'career', 'reseller'])
        [1 + n % 7], at, ${person}, email, email, jsonb_build_object('company_name', ${company}),
      '/contact', case when n % 7 between 1 and 4 then 1 + (n::bigint * 7919) % (select max(id) from report) end,
      case when n % 20 = 0 then 'spam' when n % 10 < 3 then 'answered' when n % 10 < 6 then 'closed'
        else 'open' end,
      md5(n::text), case when n % 3 = 0 then ${staffId}::int end,
      case when n % 9 = 0 then (at + interval '30 days')::date end,
      case when n % 10 < 3 then at + n % 5000 * interval '1 minute' end
    from (select n, now() - (${count}::int - n) * interval '30 minutes' as at,
        'person' || n % (${count}::int / 2) || '@example.com' as email
      from generate_series(1, ${count}::int) n) made`.execute(db);

/** Subscribers, the audit log, and what visitors looked for and did not find. */
export async function addOtherRows(db: Database, count: number, staffId: number): Promise<void> {
  const otherCount = Math.ceil(count * 0.4);
  await sql`insert into subscriber (email, state, token, consent, requested_at)
    select 'reader' || n || '@example.com',
      (array['confirmed', 'confirmed', 'pending', 'unsubscribed'])[1 + n % 4], md5(n::text), '', now()
    from generate_series(1, ${count}::int) n`.execute(db);
  await sql`insert into subscriber_industry (subscriber_id, industry_id)
    select s.id, i.id from subscriber s join industry i on s.id % 10 = i.id % 10`.execute(db);
  await sql`insert into audit_entry (at, staff_id, actor_name, role, verb, thing_kind, thing_id, outcome)
    select now() - (${count}::int - n) * interval '5 minutes', case when n % 3 = 0 then ${staffId}::int end,
      case when n % 3 = 0 then 'Bench Owner' else 'job ' || n % 40 end, 'owner',
      (array['report.edit', 'report.publish', 'order.refund', 'enquiry.answer', 'session.start'])
        [1 + n % 5], 'report', (n % 9000)::text, case when n % 200 = 0 then 'refused' else 'done' end
    from generate_series(1, ${count}::int * 2) n`.execute(db);
  await sql`insert into find_missed (words, last_at)
    select 'missing words ' || n, now() from generate_series(1, ${otherCount}::int) n`.execute(db);
  await sql`insert into find_missed_day (words, day, searches)
    select words, current_date - n, 1 + n % 3 from find_missed, generate_series(0, 2) n`.execute(
    db,
  );
  await sql`insert into redirect (from_path, to_path, created_at, created_by, hits)
    select '/old/page-' || n, '/report-store', now(), 'bench', n % 7
    from generate_series(1, ${otherCount}::int) n`.execute(db);
  await sql`vacuum analyze`.execute(db);
}
