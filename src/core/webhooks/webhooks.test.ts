import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/support/test-app.ts';
import { addTestStaff } from '../../../test/support/test-staff.ts';
import {
  startWebhookListener,
  type ReceivedWebhook,
  type WebhookListener,
} from '../../../test/support/webhook-listener.ts';
import { contactFields, newLeadVisitor } from '../../../test/support/test-leads.ts';
import { App } from '../app.ts';
import type { StaffActor } from '../staff/model.ts';

let testApp: TestApp;
let owner: StaffActor;
let listener: WebhookListener;
const received: ReceivedWebhook[] = [];
/** While true the listener's program answers nothing good. */
let isBroken = false;
let app: App;

beforeAll(async () => {
  testApp = await openTestApp();
  owner = await addTestStaff(testApp.deps.db, 'owner');
  listener = await startWebhookListener((webhook) => void received.push(webhook));
  const { webhooks } = testApp.deps;
  app = new App({
    ...testApp.deps,
    webhooks: {
      ...webhooks,
      post: async (request) =>
        isBroken ? { status: 500, answer: 'broken' } : webhooks.post(request),
    },
  });
});
afterAll(async () => {
  listener?.close();
  await testApp?.close();
});
beforeEach(async () => {
  received.length = 0;
  isBroken = false;
  await testApp.deps.db.deleteFrom('webhookEndpoint').execute();
  await testApp.deps.db.deleteFrom('outgoingEvent').execute();
});

const prove = () => ({ ...owner, provedAt: testApp.deps.clock() });
async function addEndpoint(...events: string[]): Promise<{ id: number; secret: string }> {
  const others = await app.webhooks.endpoints.list(owner);
  const url = `${listener.url}?${others.ok ? others.value.length : 0}`;
  const created = await app.webhooks.endpoints.create(prove(), { url, events });
  if (!created.ok) throw new Error(created.message);
  return created.value;
}
const deliver = () => app.jobs['webhooks.deliverDue']({});
const readBodies = () =>
  received.map(({ rawBody }) => JSON.parse(Buffer.from(rawBody).toString()) as { id: string });
async function getDelivery(id: number) {
  const found = await app.webhooks.endpoints.get(owner, id);
  const [delivery] = found.ok ? found.value.deliveries : [];
  return { endpoint: found.ok ? found.value.endpoint : undefined, delivery };
}

test('an enquiry is told to who wants to hear of it, signed, and nothing of the person', async () => {
  const { secret } = await addEndpoint('enquiry.created');
  await addEndpoint('report.published');
  const visitor = newLeadVisitor();
  await app.leads.forms.submitContact(contactFields('ann@example.com'), visitor);
  await deliver();
  await deliver();
  expect(received).toHaveLength(1);
  const [{ rawBody, headers }] = received as [ReceivedWebhook];
  const body = Buffer.from(rawBody).toString();
  expect(JSON.parse(body)).toMatchObject({ type: 'enquiry.created', data: { kind: 'contact' } });
  expect(body).not.toContain('ann@example.com');
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const expected = createHmac('sha256', key).update(signed).digest('base64');
  expect(headers['webhook-signature']).toBe(`v1,${expected}`);
});

test('a published and a withdrawn report are told; a change that is rolled back is not', async () => {
  await addEndpoint('report.published', 'report.withdrawn');
  const { catalogue } = app;
  const [report] = (await catalogue.reports.list(1)).items;
  const code = report?.code ?? '';
  const write = (state: 'withdrawn' | 'published') =>
    testApp.deps.db
      .transaction()
      .execute((tx) => catalogue.writing.write(tx, [{ code, state }], { actor: 'test' }));
  await write('withdrawn');
  await write('published');
  await write('published');
  await expect(
    testApp.deps.db.transaction().execute(async (tx) => {
      await catalogue.writing.write(tx, [{ code, state: 'withdrawn' }], { actor: 'test' });
      throw new Error('rolled back');
    }),
  ).rejects.toThrow('rolled back');
  await deliver();
  expect(readBodies()).toMatchObject([
    { type: 'report.withdrawn', data: { code } },
    { type: 'report.published', data: { code } },
  ]);
});

test('F-45: what fails is tried again for a day, each time logged, and is sent again by a button', async () => {
  const { id } = await addEndpoint('enquiry.created');
  await app.leads.forms.submitContact(contactFields('bo@example.com'), newLeadVisitor());
  isBroken = true;
  for (let attempt = 0; attempt < 9; attempt++) {
    await deliver();
    testApp.advanceClock(8 * 3_600_000 + 1000);
  }
  const { delivery } = await getDelivery(id);
  expect([delivery?.state, delivery?.attempts.length]).toEqual(['failed', 9]);
  expect(delivery?.attempts[0]).toMatchObject({ status: 500, answer: 'broken' });
  isBroken = false;
  const replayed = await app.webhooks.endpoints.replay(prove(), id, delivery?.id ?? 0);
  expect(replayed.ok).toBe(true);
  await deliver();
  expect(readBodies()).toMatchObject([{ id: delivery?.eventId }]);
  expect((await getDelivery(id)).delivery?.state).toBe('delivered');
});

test('an endpoint that fails for three days is disabled, and owners get one email', async () => {
  const { id } = await addEndpoint('enquiry.created');
  isBroken = true;
  for (const name of ['c', 'd']) {
    await app.leads.forms.submitContact(contactFields(`${name}@example.com`), newLeadVisitor());
    await deliver();
    testApp.advanceClock(73 * 3_600_000);
  }
  expect((await getDelivery(id)).endpoint?.disabledAt).not.toBeNull();
  const emails = await testApp.deps.db
    .selectFrom('outboxEmail')
    .select('subject')
    .where('recipient', '=', owner.email)
    .execute();
  expect(emails).toEqual([{ subject: 'A webhook was disabled' }]);
  await app.leads.forms.submitContact(contactFields('e@example.com'), newLeadVisitor());
  isBroken = false;
  await deliver();
  expect(received).toEqual([]);
});

test('F-46: a claim of a killed process ends, and the event is delivered under the same id', async () => {
  await addEndpoint('enquiry.created');
  await app.leads.forms.submitContact(contactFields('f@example.com'), newLeadVisitor());
  const later = new Date(testApp.deps.clock().getTime() + 30_000);
  await testApp.deps.db
    .updateTable('webhookDelivery')
    .set({ dueAt: later, claimToken: 'killed' })
    .execute();
  await deliver();
  expect(received).toEqual([]);
  testApp.advanceClock(31_000);
  await deliver();
  expect(received).toHaveLength(1);
});

test('a confirmed subscriber is told with the address, which goes when the person is erased', async () => {
  await addEndpoint('subscriber.confirmed');
  await app.leads.newsletter.subscribe(
    { email: 'sub@example.com', turnstile_token: 'human' },
    newLeadVisitor(),
  );
  const { token } = await testApp.deps.db
    .selectFrom('subscriber')
    .select('token')
    .where('email', '=', 'sub@example.com')
    .executeTakeFirstOrThrow();
  await app.leads.newsletter.confirmSubscription(testApp.deps.vault.open(token));
  const events = () => testApp.deps.db.selectFrom('outgoingEvent').select('data').execute();
  expect(await events()).toMatchObject([{ data: { email: 'sub@example.com' } }]);
  const erased = await app.people.requests.erasePerson(prove(), 'sub@example.com');
  expect(erased.ok).toBe(true);
  expect(await events()).toEqual([]);
});

test('an endpoint is changed, disabled and undone; others may not, and its secret is not kept', async () => {
  const { id, secret } = await addEndpoint('order.paid');
  const { endpoints } = app.webhooks;
  const url = `${listener.url}two`;
  expect((await endpoints.change(prove(), id, { url, events: ['order.paid'] })).ok).toBe(true);
  const entry = await testApp.deps.db
    .selectFrom('auditEntry')
    .select('id')
    .where('thingKind', '=', 'webhook')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect((await app.staff.auditLog.undo(prove(), Number(entry.id))).ok).toBe(true);
  expect((await getDelivery(id)).endpoint?.url).toBe(`${listener.url}?0`);
  const wrong = await endpoints.create(prove(), { url: 'ftp://x', events: [] });
  expect(wrong).toMatchObject({ code: 'invalid', errors: { url: [expect.anything()] } });
  const log = await app.staff.auditLog.search(prove(), { thingKind: 'webhook', outcome: 'done' });
  const offers = log.ok ? log.value.rows.map(({ isUndoable }) => isUndoable) : [];
  // The undo itself, the change that it took back, and the endpoint that was added.
  expect(offers.slice(0, 3)).toEqual([false, false, false]);
  const editor = await addTestStaff(testApp.deps.db, 'editor');
  expect(await endpoints.remove(editor, id)).toMatchObject({ code: 'forbidden' });
  const row = await testApp.deps.db.selectFrom('webhookEndpoint').selectAll().execute();
  expect(JSON.stringify(row)).not.toContain(secret.replace('whsec_', ''));
  const renewed = await endpoints.renewSecret(prove(), id);
  expect(renewed.ok && renewed.value).not.toBe(secret);
});
