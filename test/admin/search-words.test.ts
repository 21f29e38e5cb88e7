import { afterAll, beforeAll, expect, test } from 'vitest';
import { startOffice, type AdminClient, type AdminTestServer } from './admin-test-client.ts';

let admin: AdminTestServer;
let editor: AdminClient;
beforeAll(async () => {
  ({ admin, editor } = await startOffice(['editor']));
});
afterAll(() => admin?.close());

const read = async (client: AdminClient, path: string): Promise<string> => {
  const response = await client.get(path);
  expect([path, response.status]).toEqual([path, 200]);
  return response.text();
};
const searchSite = async (words: string): Promise<string> =>
  (await fetch(`${admin.server.url}/custom_search?${new URLSearchParams({ q: words })}`)).text();

test('a search that found nothing is a figure on Home, and finds something once it is a synonym', async () => {
  for (let visit = 0; visit < 3; visit++) await searchSite('Qwxzv Plarg');
  const home = await read(editor, '/admin');
  expect(home).toContain('/admin/synonyms/missed?weeks=13');
  expect(home).toContain('most often “qwxzv plarg”');
  const path = '/admin/synonyms/missed?weeks=4';
  const missed = await read(editor, path);
  expect(missed).toMatch(/qwxzv plarg[\s\S]*>3</);
  const makeAddress = '/admin/synonyms?missed=qwxzv+plarg';
  expect(missed).toContain(`${makeAddress}#new`);
  const form = await read(editor, makeAddress);
  expect(form).toContain('Nothing was found for “qwxzv plarg”');
  const pair = { intent: 'add', term: 'qwxzv plarg', missed: 'qwxzv plarg' };
  const wrong = await editor.post('/admin/synonyms', { ...pair, means: '' });
  expect(wrong.status).toBe(422);
  const again = await wrong.text();
  expect(again).toContain('Please enter a word.');
  expect(again).toContain('name="missed" value="qwxzv plarg"');
  const added = await editor.post('/admin/synonyms', { ...pair, means: 'grapes' });
  expect(added.status).toBe(303);
  expect(await (await editor.follow(added)).text()).toContain(
    'The search now treats “qwxzv plarg” and “grapes” as the same.',
  );
  expect(await read(editor, path)).not.toContain('Remove qwxzv plarg');
});

test('a pair that was removed stands in the form, to be added again', async () => {
  const listed = await read(editor, '/admin/synonyms?q=wolfram');
  const [, id = ''] = /name="id" value="(\d+)"/.exec(listed) ?? [];
  const remove = { intent: 'remove', id };
  const removed = await editor.post('/admin/synonyms', remove);
  expect(removed.status).toBe(303);
  const page = await (await editor.follow(removed)).text();
  expect(page).toContain('value="wolfram"');
  expect(page).toContain('value="tungsten"');
  const gone = await editor.post('/admin/synonyms', remove);
  expect(gone.status).toBe(404);
  expect(await gone.text()).toContain('This pair is no longer in the list.');
  expect((await editor.post('/admin/synonyms', { intent: 'x' })).status).toBe(400);
});

test('words that are no words of the search are refused, and hostile ones stay text', async () => {
  const hostile = '<img src=x onerror=alert(1)>';
  const added = await editor.post('/admin/synonyms', {
    intent: 'add',
    term: hostile,
    means: 'wheat',
  });
  expect(added.status).toBe(422);
  expect(await added.text()).not.toContain('<img src=x');
});

test('sales see what found nothing and change nothing; the list of synonyms is not theirs', async () => {
  await searchSite('Vlorpt');
  const sales = await admin.signIn('sales');
  const list = await read(sales, '/admin/synonyms/missed');
  expect(list).toContain('vlorpt');
  expect(list).not.toContain('Add a synonym');
  expect((await sales.get('/admin/synonyms')).status).toBe(403);
  const posted = { intent: 'remove', words: 'vlorpt' };
  expect((await sales.post('/admin/synonyms/missed', posted)).status).toBe(403);
  const removed = await editor.post('/admin/synonyms/missed', posted);
  expect(removed.status).toBe(303);
  expect((await editor.post('/admin/synonyms/missed', posted)).status).toBe(404);
});

test('a word is changed in the form, and the search follows at once', async () => {
  const pair = { kind: 'synonym', term: 'plargq', means: 'copper', 'one-way': '1' };
  await editor.post('/admin/synonyms', { intent: 'add', ...pair });
  const listed = await read(editor, '/admin/synonyms?q=plargq&kind=synonym&by=staff');
  const [, id = ''] = /\?edit=(\d+)#new/.exec(listed) ?? [];
  const form = await read(editor, `/admin/synonyms?edit=${id}`);
  expect(form).toContain('value="plargq"');
  const changed = await editor.post('/admin/synonyms', {
    intent: 'change',
    ...pair,
    id,
    means: 'wheat',
  });
  expect(await (await editor.follow(changed)).text()).toContain(
    'The search now takes “plargq” for “wheat”.',
  );
  expect(await searchSite('plargq')).toContain('Wheat');
  expect(await read(editor, '/admin/synonyms?q=plargq&by=us')).toContain(
    'No words match these filters.',
  );
  const sales = await admin.signIn('sales');
  const forbidden = await sales.post('/admin/synonyms', { intent: 'change', ...pair, id });
  expect(forbidden.status).toBe(403);
});

test('a report comes first for a search, or is left out of it', async () => {
  const path = '/admin/synonyms/reports';
  expect(await read(editor, path)).toContain('The search decides alone');
  const { code, title } = await admin.server.db
    .selectFrom('report')
    .select(['code', 'title'])
    .orderBy('id')
    .executeTakeFirstOrThrow();
  const place = { intent: 'add', kind: 'pin', term: 'qwxplace', means: code };
  const wrong = await editor.post(path, { ...place, means: 'NO-1' });
  expect(wrong.status).toBe(422);
  expect(await wrong.text()).toContain('No report has this code.');
  const added = await editor.post(path, place);
  expect(await (await editor.follow(added)).text()).toContain(
    `${code} now comes first in a search for “qwxplace”.`,
  );
  const escape = (text: string): string => text.replaceAll('&', '&amp;');
  expect(await searchSite('qwxplace')).toContain(escape(title));
  const listed = await read(editor, `${path}?q=qwxplace&kind=pin`);
  expect(listed).toContain(escape(title));
  const [, id = ''] = /name="id" value="(\d+)"/.exec(listed) ?? [];
  expect((await editor.post(path, { intent: 'remove', id })).status).toBe(303);
  expect(await searchSite('qwxplace')).not.toContain(escape(title));
});
