import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/support/test-app.ts';
import { addApplication } from '../../../test/support/test-enquiries.ts';
import { writeJson } from '../kernel/streamed-json.model.ts';
import { exportLeadData } from './data-export.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp?.close());

const email = 'ann@exported.example';

/** An issue that was sent to the subscriber. */
async function addSentIssue(subject: string): Promise<void> {
  const { db } = testApp.deps;
  const now = new Date();
  const times = { createdAt: now, changedAt: now };
  const { id: issueId } = await db
    .insertInto('newsletterIssue')
    .values({ subject, preheader: '', body: '[]', cardKeys: [], industryIds: [], ...times })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: subscriberId } = await db
    .selectFrom('subscriber')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('newsletterRecipient')
    .values({ issueId, subscriberId, state: 'sent', sentAt: now })
    .execute();
}

test('what is exported names the CVs that are kept, and the issues that were sent', async () => {
  const { app, deps } = testApp;
  await addApplication({ deps }, email);
  const visitor = { clientIp: '198.51.100.78', pagePath: '/' };
  await app.leads.newsletter.subscribe({ email, turnstile_token: 'human' }, visitor);
  await addSentIssue('News of tin');
  const file = writeJson(await exportLeadData(deps.db, [email]));
  expect(JSON.parse(await text(file))).toMatchObject({
    enquiries: [{ kind: 'career', cvName: 'cleo.pdf' }],
    newsletter: { issues: [{ subject: 'News of tin', state: 'sent' }] },
  });
});
