import type { Browser, Page } from 'playwright-core';
import { launchBrowser, openPage } from '../support/browser.ts';
import { waitUntil } from '../support/wait-until.ts';
import {
  startAdminTestServer,
  type AdminClient,
  type AdminTestServer,
} from './admin-test-client.ts';

/** A server and a browser with an editor who is signed in, for tests of the report editor. */
export type ReportEditors = {
  readonly admin: AdminTestServer;
  readonly browser: Browser;
  readonly anna: AdminClient;
  /** A draft called “Tin”; its number. */
  readonly createReport: () => Promise<number>;
  /** A page with the editor of a report; of another member of staff if need be. */
  readonly openEditor: (id: number, client?: AdminClient) => Promise<Page>;
  /** The same in a page that is there already. */
  readonly goToEditor: (page: Page, id: number) => Promise<void>;
  readonly readDraft: (id: number) => Promise<Readonly<Record<string, unknown>>>;
  readonly waitForDraft: (id: number, field: string, value: unknown) => Promise<unknown>;
  readonly close: () => Promise<void>;
};

export async function openReportEditors(): Promise<ReportEditors> {
  const admin = await startAdminTestServer({ template: 'small' });
  const browser = await launchBrowser();
  const anna = await admin.signIn('editor');
  const [industry] = await admin.server.app.catalogue.industries.list();
  let count = 0;
  const goToEditor = async (page: Page, id: number): Promise<void> => {
    await page.goto(`${admin.server.url}/admin/reports/${id}/edit`);
    await page.waitForSelector('form[data-connected]');
  };
  const readDraft = async (id: number): Promise<Readonly<Record<string, unknown>>> => {
    const draft = await admin.server.db
      .selectFrom('reportDraft')
      .select('changes')
      .where('reportId', '=', id)
      .executeTakeFirst();
    return draft?.changes ?? {};
  };
  return {
    admin,
    browser,
    anna,
    goToEditor,
    readDraft,
    createReport: async () => {
      const made = await anna.post('/admin/reports/new', {
        intent: 'create',
        code: `ED-${(count += 1)}`,
        title: 'Tin',
        industry: industry?.slug ?? '',
      });
      return Number(made.headers.get('location')?.split('/')[3]);
    },
    openEditor: async (id, client = anna) => {
      const page = await openPage(browser, { width: 1440 });
      const cookie = { ...client.cookie, url: admin.server.url };
      await page.context().addCookies([{ ...cookie, httpOnly: true, sameSite: 'Lax' }]);
      await goToEditor(page, id);
      return page;
    },
    waitForDraft: (id, field, value) =>
      waitUntil(`${field} is saved`, async () => (await readDraft(id))[field] === value),
    close: async () => {
      await browser.close();
      await admin.close();
    },
  };
}
