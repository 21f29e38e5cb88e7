import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWebhookListener, type ReceivedWebhook } from '../support/webhook-listener.ts';
import { waitUntil } from '../support/wait-until.ts';
import { startOffice, type AdminClient, type AdminTestServer } from './admin-test-client.ts';

const path = '/admin/settings/webhooks';
let admin: AdminTestServer;
let owner: AdminClient;
let listener: Awaited<ReturnType<typeof startWebhookListener>>;
const received: ReceivedWebhook[] = [];
beforeAll(async () => {
  ({ admin, owner } = await startOffice(['owner']));
  listener = await startWebhookListener((webhook) => void received.push(webhook));
});
afterAll(async () => {
  listener?.close();
  await admin?.close();
});

let made = 0;
/** Each webhook has an address of its own. */
const form = () => ({
  intent: 'create',
  url: `${listener.url}?${++made}`,
  'event.report.withdrawn': '1',
});

async function createWebhook(): Promise<string> {
  const created = await (await owner.post(path, form())).text();
  expect(created).toMatch(/whsec_[A-Za-z0-9+/]{43}=/);
  const { id } = await admin.server.db
    .selectFrom('webhookEndpoint')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return `${path}/${id}`;
}
const read = async (page: string) => (await owner.get(page)).text();

test('a webhook is made with a proof; its secret is shown once, and what is wrong at its field', async () => {
  const wrong = await owner.post(path, { intent: 'create', url: 'nowhere' });
  expect(wrong.status).toBe(422);
  const html = await wrong.text();
  expect([html.includes('href="#url"'), html.includes('href="#events"')]).toEqual([true, true]);
  const late = await admin.signIn('owner', { provedMinutesAgo: 11 });
  expect((await late.post(path, form())).headers.get('location')).toContain('/admin/prove?next=');
  const page = await createWebhook();
  expect(await read(page)).not.toContain('whsec_');
  const renewed = await owner.post(page, { intent: 'renew-secret' });
  expect(await renewed.text()).toContain('whsec_');
  const deleted = await owner.post(page, { intent: 'delete' });
  expect(deleted.headers.get('location')).toBe(path);
  expect((await owner.get(page)).status).toBe(404);
});

test('a test and an event are delivered, logged, and sent again', async () => {
  const page = await createWebhook();
  await owner.post(page, { intent: 'test' });
  await waitUntil('the test arrives', () => received.length === 1);
  const [report] = (await admin.server.app.catalogue.reports.list(1)).items;
  const { app, db } = admin.server;
  await db.transaction().execute((tx) =>
    app.catalogue.writing.write(tx, [{ code: report?.code ?? '', state: 'withdrawn' }], {
      actor: 'test',
    }),
  );
  await waitUntil('the event arrives', () => received.length === 2);
  expect(Buffer.from(received[1]?.rawBody ?? []).toString()).toContain('"report.withdrawn"');
  const shown = await waitUntil('both are logged', async () => {
    const html = await read(page);
    return html.match(/>Delivered</g)?.length === 2 && html;
  });
  const [, delivery = ''] = /name="delivery" value="(\d+)"/.exec(shown) ?? [];
  expect((await owner.post(page, { intent: 'replay', delivery })).status).toBe(303);
  await waitUntil('it arrives once more', () => received.length === 3);
  expect(received[2]?.headers['webhook-id']).toBe(received[1]?.headers['webhook-id']);
  expect((await owner.post(page, { intent: 'replay', delivery: '0' })).status).toBe(404);
  expect((await owner.post(page, { intent: 'disable' })).status).toBe(303);
  expect((await owner.post(page, { intent: 'test' })).status).toBe(409);
  expect((await owner.post(page, { intent: 'no-such' })).status).toBe(400);
});

test('A-68 F6: nobody but the owner sees or changes webhooks', async () => {
  const page = await createWebhook();
  for (const role of ['editor', 'sales', 'finance', 'viewer'] as const) {
    const client = await admin.signIn(role);
    for (const address of [path, page]) {
      expect([role, (await client.get(address)).status]).toEqual([role, 403]);
      expect((await client.post(address, { intent: 'delete' })).status).toBe(403);
    }
  }
});
