import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createUpload,
  startOffice,
  type AdminClient,
  type AdminTestServer,
} from './admin-test-client.ts';

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

const importPath = '/admin/synonyms/import';
const upload = (content: string | Uint8Array, client = editor): Promise<Response> =>
  client.post(importPath, createUpload({ intent: 'import' }, { 'words.csv': content }));
const countWords = async (): Promise<number> =>
  (await admin.server.db.selectFrom('searchWord').select('id').execute()).length;

test('a sheet of search words is imported whole, and the search follows at once', async () => {
  const before = await countWords();
  const sheet = [
    'Term;Means;Kind;One-way;Note',
    'qimport;wheat;;yes;new',
    'QIMPORT;Wheat;synonym;no;the same row once more',
    '"qimport two";wheat prices;acronym;;',
    '',
  ].join('\r\n');
  const imported = await upload(sheet);
  expect(await (await editor.follow(imported)).text()).toContain('2 rows added, 0 changed.');
  expect(await countWords()).toBe(before + 2);
  expect(await searchSite('qimport')).toContain('Wheat');
  const again = await upload('term,means,one way\nqimport,WHEAT,yes\n');
  expect(await (await editor.follow(again)).text()).toContain('0 rows added, 1 changed.');
  const unchanged = await upload('term,means,one way\nqimport,WHEAT,yes\n');
  expect(await (await editor.follow(unchanged)).text()).toContain('0 rows added, 0 changed.');
});

test('if one row of a sheet is wrong, each wrong row is named and nothing is imported', async () => {
  const before = await countWords();
  const wrong = await upload(
    [
      'kind,term,means,one way',
      'synonym,qfine,wheat,no',
      'synonym,,wheat,no',
      'verb,qwrong,wheat,no',
      'pin,qplaced,NO-1,',
      'synonym,qwrong,wheat,maybe',
    ].join('\n'),
  );
  expect(wrong.status).toBe(422);
  const page = await wrong.text();
  for (const says of [
    'Row 4, kind: “verb” is none of synonym',
    'Row 6, one way: please write yes or no.',
  ])
    expect(page).toContain(says);
  const texts = await upload('kind,term,means\nsynonym,qfine,wheat\nsynonym,,wheat\npin,qp,NO-1\n');
  const second = await texts.text();
  expect(second).toContain('Row 3, term: Please enter a word.');
  expect(second).toContain('Row 4, means: No report has this code.');
  const files: [string | Uint8Array, string][] = [
    ['', 'Please choose a file.'],
    ['word,meaning\na,b\n', 'The first row must name the columns: kind, term, means, one way.'],
    ['term,means\n', 'The file has no rows.'],
    ['%PDF-1.7', 'This file is neither CSV, XLSX nor JSON Lines.'],
    [new Uint8Array(2 * 1024 * 1024 + 1).fill(97), 'The file is larger than 2 MB.'],
  ];
  for (const [content, says] of files) {
    const refused = await upload(content);
    expect([says, refused.status]).toEqual([says, 422]);
    expect(await refused.text()).toContain(says);
  }
  expect(await countWords()).toBe(before);
  expect((await upload('term,means\na,b\n', await admin.signIn('sales'))).status).toBe(403);
});

test('the whole table is exported, and is the same once it is imported again', async () => {
  const report = await admin.server.db
    .selectFrom('report')
    .select('code')
    .orderBy('id')
    .executeTakeFirstOrThrow();
  const pins = await upload(`kind,term,means\npin,qexport,${report.code.toLowerCase()}\n`);
  expect(pins.status).toBe(303);
  const listAll = () =>
    admin.server.db
      .selectFrom('searchWord')
      .select(['kind', 'term', 'means', 'oneWay', 'by'])
      .orderBy('id')
      .execute();
  const before = await listAll();
  const answer = await editor.get('/admin/synonyms/export');
  const exported = answer.headers.get('content-disposition') === null ? '' : await answer.text();
  expect(exported).toContain(`pin,qexport,${report.code},yes,staff`);
  expect(exported.trim().split('\n')).toHaveLength(before.length + 1);
  await admin.server.db
    .deleteFrom('searchWord')
    .where((eb) => eb.or([eb('by', '=', 'staff'), eb('kind', '=', 'company')]))
    .execute();
  const imported = await upload(exported);
  expect(imported.status).toBe(303);
  const listMeanings = (rows: typeof before) =>
    rows.map(({ kind, term, means, oneWay }) => [kind, term, means, oneWay].join()).toSorted();
  expect(listMeanings(await listAll())).toEqual(listMeanings(before));
  const some = await editor.readText('/admin/synonyms/export?kind=company&q=intel');
  expect(some).not.toContain('synonym,');
  expect((await (await admin.signIn('sales')).get('/admin/synonyms/export')).status).toBe(403);
});
