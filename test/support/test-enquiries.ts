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
    ? await app.leads.submitReportRequest(
        'inquiry',
        { ...form, country: '+39', report_id: reportCode },
        newLeadVisitor(),
        'I agree',
      )
    : await app.leads.submitContact(form, newLeadVisitor());
  if (!sent.ok) throw new Error(sent.message);
  const { id } = await deps.db
    .selectFrom('lead')
    .select('id')
    .where('email', '=', email)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return id;
}

/** Sends an application whose CV is stored without being checked. */
export async function addApplication({ deps }: TestApp, email: string): Promise<number> {
  const key = `cv/${deps.generateSecret()}.pdf`;
  await deps.files.put(key, new TextEncoder().encode('%PDF-1.4 a CV'));
  const { id } = await deps.db
    .insertInto('lead')
    .values({
      kind: 'career',
      createdAt: deps.clock(),
      name: 'Cleo',
      email,
      mailbox: email,
      fields: { name: 'Cleo', email, position: 'Analyst', message: 'I apply' },
      pagePath: '/career',
      fingerprint: deps.generateSecret(),
      cvKey: key,
      cvName: 'cleo.pdf',
      cvType: 'application/pdf',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The value of an outcome that must be one. */
export function takeValue<T>(outcome: { ok: true; value: T } | { ok: false; message: string }): T {
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome.value;
}
