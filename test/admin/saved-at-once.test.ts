import { afterAll, beforeAll, expect, test } from 'vitest';
import { startOffice, type AdminClient, type AdminTestServer } from './admin-test-client.ts';

let admin: AdminTestServer;
let owner: AdminClient;
beforeAll(async () => {
  ({ admin, owner } = await startOffice(['owner']));
});
afterAll(() => admin?.close());

const readQuestions = async (): Promise<string> =>
  (await fetch(new URL('/faq', admin.server.url))).text();

test('whoever has saved never sees the page of before, though it is kept', async () => {
  for (let i = 0; i < 15; i++) {
    const title = `Is this answered at once (${i})?`;
    expect(await readQuestions()).not.toContain(title);
    const form = { intent: 'save', title, html: '<p>It is.</p>' };
    expect((await owner.post('/admin/content/faq/new', form)).status).toBe(303);
    expect(await readQuestions()).toContain(title);
  }
});
