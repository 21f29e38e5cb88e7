import { afterAll, beforeAll, expect, test } from 'vitest';
import { createUpload } from './admin-test-client.ts';
import { openReportEditors, type ReportEditors } from './report-editors.ts';

let editors: ReportEditors;
beforeAll(async () => {
  editors = await openReportEditors();
});
afterAll(() => editors?.close());

const openFiles = async () => {
  const path = `/admin/reports/${await editors.createReport()}/files`;
  const form = { intent: 'upload', purpose: 'goods', 'licence.single-user': '1' };
  const upload = (name: string, content: string) =>
    editors.anna.post(path, createUpload(form, { [name]: content }));
  return { path, upload };
};

test('a refused upload has the focus on what is wrong, said once above the form', async () => {
  const { path } = await openFiles();
  const refused = await (await editors.anna.post(path, { intent: 'upload' })).text();
  expect(refused).toMatch(/autofocus=""[^>]*class="admin-errors"/);
  expect(refused).toContain('href="#file"');
});

test('files name the licences as buyers know them', async () => {
  const { path, upload } = await openFiles();
  expect((await upload('data.csv', 'year,value\n2025,1\n')).status).toBe(303);
  expect(await editors.anna.readText(path)).toMatch(/data-label="Licences">Single user</);
});

test('a report that was never published offers no second edition', async () => {
  const { path } = await openFiles();
  expect(await editors.anna.readText(path)).not.toContain('new-edition');
  const [released] = await editors.admin.server.db
    .selectFrom('report')
    .select('id')
    .where('releasedAt', 'is not', null)
    .execute();
  const html = await editors.anna.readText(`/admin/reports/${released?.id}/files`);
  expect(html).toContain('name="new-edition"');
});
