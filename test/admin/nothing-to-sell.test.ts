import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createPdf } from '../support/goods-files.ts';
import { testProgram } from '../support/test-staff.ts';
import { waitUntil } from '../support/wait-until.ts';
import {
  createUpload,
  startAdminTestServer,
  type AdminClient,
  type AdminTestServer,
} from './admin-test-client.ts';
import { readForm } from './read-form.ts';

let admin: AdminTestServer;
let anna: AdminClient;
let token: string;
let industry: string;
beforeAll(async () => {
  admin = await startAdminTestServer({ template: 'small' });
  anna = await admin.signIn('editor');
  const { apiTokens, catalogue } = admin.server.app;
  const created = await apiTokens.create(testProgram, { name: 'shop', scopes: ['imports'] });
  if (!created.ok) throw new Error(created.message);
  token = created.value;
  industry = (await catalogue.industries.list())[0]?.slug ?? '';
});
afterAll(() => admin?.close());

let count = 0;
let code = '';
let id = 0;
beforeEach(async () => {
  code = `EMPTY-${(count += 1)}`;
  const { app, db } = admin.server;
  const text = [{ kind: 'paragraph' as const, runs: [{ text: 'A text is no goods.' }] }];
  await db.transaction().execute((tx) =>
    app.catalogue.writing.write(
      tx,
      [
        {
          code,
          title: `Nothing ${code}`,
          industry,
          description: text,
          prices: { single: 100_000 },
          delivery: { kind: 'files' },
        },
      ],
      { actor: 'a test' },
    ),
  );
  const report = db.selectFrom('report').select('id').where('code', '=', code);
  id = (await report.executeTakeFirstOrThrow()).id;
});

const readText = (html: string): string =>
  html
    .replaceAll(/<!--.*?-->/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');
const why = 'Buyers of the single-user licence would get nothing: upload a file for it';
const sheet = () =>
  `code,title,industry,price_single,state\n${code},Nothing,${industry},1000,published`;

const isSold = async (): Promise<boolean> => {
  const path = `/admin/api/custom-buy-now-link/${code}?type=single-user`;
  return (await admin.visitor.get(path)).status === 200;
};
const readForms = async (intent: string) =>
  readForm(await anna.readText(`/admin/reports/${id}/publish`), intent);
/** As a form of an older page would, if the page of today offers no button. */
const publish = async (): Promise<Response> => {
  const { revision = '' } = await readForms('schedule');
  const form = { intent: 'publish', kind: 'correction', revision };
  return anna.post(`/admin/reports/${id}/publish`, form);
};
const attach = async (): Promise<void> => {
  const form = { intent: 'upload', purpose: 'goods', 'licence.single-user': '1' };
  const upload = createUpload(form, { 'report.pdf': await createPdf(2) });
  expect((await anna.post(`/admin/reports/${id}/files`, upload)).status).toBe(303);
};

const callApi = (path: string, body?: string): Promise<Response> =>
  fetch(`${admin.server.url}/api/v1${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
    ...(body === undefined ? {} : { body }),
  });

/** Every door through which a report can come to be sold; what it answers. */
const doors: Readonly<Record<string, () => Promise<string>>> = {
  'the editor': async () => {
    const refused = await publish();
    expect(refused.status).toBe(422);
    return readText(await refused.text());
  },
  'the list’s bulk change': async () => {
    const refused = await anna.post('/admin/reports', { intent: 'publish', [`pick.${id}`]: '1' });
    expect(refused.status).toBe(422);
    return readText(await refused.text());
  },
  'a schedule': async () => {
    const path = `/admin/reports/${id}/publish`;
    const form = await readForms('schedule');
    const planned = { ...form, publishAt: '2099-01-02T09:00', zone: 'UTC' };
    // Its files may come until then; the page says today what would be wrong.
    expect((await anna.post(path, planned)).status).toBe(303);
    const before = readText(await anna.readText(path));
    const { app, db } = admin.server;
    await db
      .updateTable('reportSchedule')
      .set({ publishAt: new Date(Date.now() - 1000) })
      .where('reportId', '=', id)
      .execute();
    await app.jobs['schedule.actOnDue']({});
    const after = readText(await anna.readText(path));
    expect([before.includes(why), after.includes(why)]).toEqual([true, true]);
    expect(after).not.toContain('It will be published on');
    return after;
  },
  'a sheet in the office': async () => {
    const sent = await anna.post('/admin/imports', createUpload({}, { 'sheet.csv': sheet() }));
    const path = sent.headers.get('location') ?? '';
    const waitFor = (words: string) =>
      waitUntil(`the import says ${words}`, async () => {
        const html = await anna.readText(path);
        return html.includes(words) && readText(html);
      });
    await waitFor('Import 1 report');
    expect((await anna.post(path, { intent: 'run' })).status).toBe(303);
    return waitFor('>Done</span>');
  },
  'a program': async () => {
    const sent = await callApi('/imports?file=a.csv&run=1', sheet());
    expect(sent.status).toBe(202);
    const { id: number } = (await sent.json()) as { id: number };
    const done = await waitUntil('the import is done', async () => {
      const text = await (await callApi(`/imports/${number}`)).text();
      return text.includes('"state":"done"') && text;
    });
    return done + readText(await anna.readText(`/admin/imports/${number}`));
  },
};

test.each(Object.entries(doors))(
  'a report without goods does not come to be sold by %s, which says why',
  async (_, open) => {
    expect(await open()).toContain(why);
    expect(await isSold()).toBe(false);
    await attach();
    expect((await publish()).status).toBe(303);
    expect(await isSold()).toBe(true);
  },
);

test('a licence that is added later is refused in the editor while no file includes it', async () => {
  await attach();
  await publish();
  const edit = `/admin/reports/${id}/edit`;
  const form = readForm(await anna.readText(edit), 'save');
  await anna.post(edit, { ...form, 'prices.corporate': '5000' });
  const refused = await publish();
  expect(refused.status).toBe(422);
  expect(readText(await refused.text())).toContain(
    'Buyers of the corporate licence would get nothing',
  );
  const corporate = await admin.visitor.get(
    `/admin/api/custom-buy-now-link/${code}?type=corporate-user`,
  );
  expect(corporate.status).not.toBe(200);
});

test('the settings say what new reports get, and a number of days that is none is refused', async () => {
  const owner = await admin.signIn('owner');
  const path = '/admin/settings/newReports';
  const choose = (kind: string, days: string) =>
    owner.post(path, { 'newReports.delivery.kind': kind, 'newReports.delivery.days': days });
  const getChoice = async () => (await admin.server.app.store.getSettings()).newReports.delivery;
  const before = await getChoice();
  for (const days of ['', '0', '400', 'soon']) {
    const refused = await choose('by-us', days);
    expect(refused.status).toBe(422);
    expect(readText(await refused.text())).toContain(
      'Give the days within which you deliver, from 1 to 365.',
    );
  }
  expect(await getChoice()).toEqual(before);
  expect((await choose('by-us', '7')).status).toBe(303);
  expect(await getChoice()).toEqual({ kind: 'by-us', days: 7 });
  await anna.post('/admin/reports/new', {
    intent: 'create',
    code: 'NEW-7',
    title: 'New seven',
    industry,
  });
  const made = await admin.server.db
    .selectFrom('report')
    .innerJoin('reportVersion', 'reportVersion.reportId', 'report.id')
    .select('parts')
    .where('code', '=', 'NEW-7')
    .executeTakeFirstOrThrow();
  expect(made.parts.delivery).toEqual({ kind: 'by-us', days: 7 });
  expect((await choose('files', '')).status).toBe(303);
  expect(await getChoice()).toEqual({ kind: 'files' });
});

test('a list with nothing to deliver says so, and speaks of no filters', async () => {
  const sales = await admin.signIn('sales');
  const html = readText(await sales.readText('/admin/orders?view=to-deliver'));
  expect(html).toContain('Nothing is to be delivered.');
  expect(html).not.toContain('match these filters');
});
