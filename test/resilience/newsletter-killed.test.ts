import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startMailSimulator, type MailSimulator } from '#simulators/mail/index.ts';
import { readMessageIds } from '../support/emails.ts';
import { startKillable } from '../support/start-killable.ts';
import { openTestApp, type TestApp } from '../support/test-app.ts';
import { addTestStaff } from '../support/test-staff.ts';
import { createTemporaryFolder } from '../support/temporary-folder.ts';
import type { NewsletterRun } from './killable-newsletter.ts';

const subscriberCount = 6;
const folder = createTemporaryFolder('newsletter');
const mailFolder = path.join(folder.path, 'mail');
let testApp: TestApp;
let mail: MailSimulator;
beforeAll(async () => {
  testApp = await openTestApp();
  mail = await startMailSimulator({ port: 0, folder: mailFolder });
});
afterAll(async () => {
  await mail?.close();
  await testApp?.close();
  folder.remove();
});

/** The signal that ended the process; null if it survived. */
async function send(run: Pick<NewsletterRun, 'issueId' | 'killAtStep' | 'clockOffsetMs'>) {
  const whole: NewsletterRun = {
    ...run,
    databaseUrl: testApp.databaseUrl,
    smtpUrl: mail.smtpUrl,
    filesFolder: folder.path,
  };
  const child = startKillable('killable-newsletter', whole);
  child.stdout.resume();
  await once(child, 'exit');
  return child.signalCode;
}

test('an issue whose process is killed again and again reaches all, twice only by the one more try', async () => {
  const { db } = testApp.deps;
  for (let n = 0; n < subscriberCount; n++)
    await db
      .insertInto('subscriber')
      .values({
        email: `reader-${n}@example.com`,
        state: 'confirmed',
        consent: 'yes',
        token: crypto.randomUUID().replaceAll('-', ''),
        requestedAt: new Date(),
      })
      .execute();
  const editor = await addTestStaff(db, 'editor');
  const { issues } = testApp.app.leads;
  const form = { subject: 'Killed', preheader: '', body: '<p>Hello</p>', cards: '' };
  const created = await issues.editing.create(editor, form);
  const issueId = created.ok ? created.value.id : 0;
  expect((await issues.sending.send(editor, issueId, 1)).ok).toBe(true);
  // Before the first email is sent; after the mail server took the third one.
  for (const [round, killAtStep] of [1, 4].entries())
    expect(await send({ issueId, killAtStep, clockOffsetMs: round * 120_000 })).toBe('SIGKILL');
  expect(await send({ issueId, killAtStep: 0, clockOffsetMs: 600_000 })).toBe(null);
  const messageIds = readMessageIds(mailFolder);
  expect(readdirSync(mailFolder)).toHaveLength(messageIds.length);
  // Killed before it was sent, it goes out as if nothing had been; killed between the mail server's
  // yes and our note of it, it is sent once more.
  expect(new Set(messageIds).size).toBe(subscriberCount);
  expect(messageIds).toHaveLength(subscriberCount + 1);
  const detail = await issues.editing.get(editor, issueId);
  const counts = detail.ok ? detail.value.counts : undefined;
  expect(detail.ok && detail.value.issue.state).toBe('sent');
  expect(counts).toMatchObject({ unclear: 0, sent: subscriberCount, queued: 0 });
  const tried = await db
    .selectFrom('newsletterRecipient')
    .select('id')
    .where('unclearCount', '=', 1)
    .execute();
  expect(tried).toHaveLength(1);
});
