import type { Visitor } from '#core/leads/model.ts';
import type { TestApp } from './test-app.ts';

let visitorCount = 0;
/** A visitor whom no rate limit has counted yet. */
export const newLeadVisitor = (): Visitor => ({
  clientIp: `198.51.100.${++visitorCount}`,
  pagePath: '/contact',
});

/** The contact form, filled in correctly. */
export const contactFields = (email: string) => ({
  name: 'Zoë 😀 שלום',
  email,
  mobile_no: '+39 02 0000',
  company_name: 'Example',
  message: 'A question\nin two lines',
  turnstile_token: 'human',
  privacy_policy: '1',
});

export const listLeads = ({ deps }: TestApp, email: string) =>
  deps.db.selectFrom('lead').selectAll().where('email', '=', email).execute();

export async function listQueuedEmails({ deps }: TestApp, to: string) {
  const rows = await deps.db
    .selectFrom('outboxEmail')
    .selectAll()
    .where('recipient', '=', to)
    .execute();
  return rows.map((row) => ({ ...row, body: deps.emails.open(row.body) }));
}

/** The notification that sales gets of a lead. */
export const getSalesEmail = ({ deps }: TestApp, leadId: number | undefined) =>
  deps.db
    .selectFrom('outboxEmail')
    .selectAll()
    .where('messageId', 'like', `<lead-${leadId}-sales@%`)
    .executeTakeFirstOrThrow();
