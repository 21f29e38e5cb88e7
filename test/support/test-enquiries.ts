import type { Insertable } from 'kysely';
import type { Database, Deps } from '#core/deps.ts';
import type { DB } from '#core/kernel/database-types.ts';
import { toMailboxKey } from '#core/kernel/mailbox-key.ts';
import type { WantedList } from '#core/kernel/wanted-list.model.ts';
import { contactFields, newLeadVisitor } from './test-leads.ts';
import type { TestApp } from './test-app.ts';

/** The id of an enquiry that was sent by the contact form, or about a report. */
export async function addEnquiry(
  { app, deps }: TestApp,
  email: string,
  more: { readonly reportCode?: string; readonly [field: string]: string | undefined } = {},
): Promise<number> {
  const { reportCode, ...fields } = more;
  const form = { ...contactFields(email), ...fields };
  const sent = reportCode
    ? await app.leads.forms.submitReportRequest(
        'inquiry',
        { ...form, country: '+39', report_id: reportCode },
        newLeadVisitor(),
        'I agree',
      )
    : await app.leads.forms.submitContact(form, newLeadVisitor());
  if (!sent.ok) throw new Error(sent.message);
  const { id } = await deps.db
    .selectFrom('lead')
    .select('id')
    .where('email', '=', email)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return id;
}

/** An application whose CV is stored without being checked. */
export async function addApplication(
  { deps }: { readonly deps: Pick<Deps, 'db' | 'files'> },
  email: string,
): Promise<number> {
  const key = `cv/${crypto.randomUUID()}.pdf`;
  await deps.files.put(key, new TextEncoder().encode('%PDF-1.4 a CV'));
  return insertEnquiry(deps.db, {
    kind: 'career',
    name: 'Cleo',
    email,
    fields: { name: 'Cleo', email, position: 'Analyst', message: 'I apply' },
    pagePath: '/career',
    cvKey: key,
    cvName: 'cleo.pdf',
    cvType: 'application/pdf',
  });
}

/** A contact enquiry of now, with other values if they are given. Answers its id. */
export async function insertEnquiry(
  db: Database,
  { email, ...values }: { readonly email: string } & Partial<Insertable<DB['lead']>>,
): Promise<number> {
  const name = values.name ?? 'Ada Berg';
  const { id } = await db
    .insertInto('lead')
    .values({
      kind: 'contact',
      createdAt: new Date(),
      name,
      email,
      mailbox: toMailboxKey(email),
      fields: { name, email, message: 'A question\nin two lines' },
      pagePath: '/contact',
      fingerprint: crypto.randomUUID(),
      ...values,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A list as a page asks for it with this query. */
export function wantList(query: string): WantedList {
  const { sort = '', after, before, ...filters } = Object.fromEntries(new URLSearchParams(query));
  return { filters, sort, after, before };
}
