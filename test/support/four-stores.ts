/** Four stores that share nothing: empty, with one bare report, the demo, and another publisher. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import type { ReportForSale } from '#core/catalogue/index.ts';
import { importOptionsSchema } from '#core/imports/model.ts';
import type { StoreSettings } from '#core/store/settings.model.ts';
import { createPdf } from './goods-files.ts';
import { secondPublisher } from './second-publisher.ts';
import { secondPublisherReports } from './second-publisher-reports.ts';
import { createTemporaryFolder } from './temporary-folder.ts';
import { startTestServer, type TestServer } from './test-server.ts';
import { waitUntil } from './wait-until.ts';

export type StoreName = 'empty' | 'bare' | 'demo' | 'second';

export type TestStore = {
  readonly name: StoreName;
  readonly server: TestServer;
  readonly settings: StoreSettings;
  /** Every report for sale, the one that is bought first; none in an empty store. */
  readonly reports: readonly ReportForSale[];
};

/** A running store; the test closes its server. */
export async function openTestStore(name: StoreName): Promise<TestStore> {
  const server = await startTestServer({ template: 'small' });
  if (name !== 'demo') await becomePublisher(server, name);
  if (name === 'bare') await fillStore(server, ['BARE-1'], bareReport);
  if (name === 'second') await fillSecondStore(server);
  const reports: ReportForSale[] = [];
  for (const code of (await listCodes(server)).slice(0, 5)) {
    const report = await server.app.catalogue.reports.getForSale({ code });
    if (report) reports.push(report);
  }
  return { name, server, settings: await server.app.store.getSettings(), reports };
}

/** Gives up before a job that it waits for would be told of a deadlock, and log it. */
const truncateAll = (db: TestServer['db']) =>
  db.transaction().execute(async (tx) => {
    await sql`set local lock_timeout = '500ms'`.execute(tx);
    await sql`truncate report, industry, source, author, find_word, list_day, list_further,
      blog_post, press_release, testimonial, client_logo, faq, service, store_settings
      restart identity cascade`.execute(tx);
  });

/** Nothing of the demo is left but the countries, and no page was shown yet. */
async function becomePublisher({ db, app }: TestServer, name: StoreName): Promise<void> {
  // Jobs of the store read and write the same tables: one of the two has to give way.
  await waitUntil('the tables are empty', () =>
    truncateAll(db).then(
      () => true,
      (error: unknown) => {
        if (error instanceof Error && /lock timeout|deadlock detected/.test(error.message))
          return false;
        throw error;
      },
    ),
  );
  const bank = { holder: 'Nordlicht GmbH', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' };
  const opened =
    name === 'second'
      ? await app.store.createSettings({ ...secondPublisher, bank }, 'a test')
      : await app.firstSetup.setUp({ ...firstAnswers, ...answersOf[name] }, 'a test');
  if (!opened.ok) throw new Error(opened.message);
}

const firstAnswers = { email: 'hello@owner.example', address: '1 Quay, Cork, Ireland' };
/** Yen have no decimals, and rupees have their own groups of digits. */
const answersOf: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  empty: { name: 'Tidewater Research', currency: 'INR' },
  bare: {
    name: 'Kawa Reports',
    currency: 'JPY',
    bank_holder: 'Kawa KK',
    bank_iban: 'JP00 0000',
    bank_bic: 'KAWAJPJT',
  },
};

const bareReport =
  'code,title,industry,state,price_corporate\nBARE-1,Steel Drums,Metals,published,250000';

async function importRows({ app }: TestServer, content: string): Promise<void> {
  const options = { industries: 'create', runsAtOnce: true } as const;
  const id = await app.imports.create({
    fileName: 'reports',
    content: Buffer.from(content),
    options: importOptionsSchema.parse(options),
    actor: 'a test',
  });
  const done = await app.imports.advance(id);
  if (done?.state !== 'done')
    throw new Error(JSON.stringify([done, await app.imports.listBadRows(id, 10)]));
}

/**
 * Reports from a sheet, each sold as an uploaded PDF. What has nothing to sell is not published:
 * the sheet comes again once the files are there.
 */
async function fillStore(
  server: TestServer,
  codes: readonly string[],
  sheet: string,
): Promise<void> {
  const { goods } = server.app.catalogue;
  await importRows(server, sheet);
  const folder = createTemporaryFolder('publisher');
  const file = path.join(folder.path, 'study.pdf');
  writeFileSync(file, await createPdf(3));
  for (const code of codes) {
    const files = [{ path: file, fileName: `${code}.pdf` }];
    const attached = await goods.attachFiles({ reportCode: code, files });
    if (!attached.ok) throw new Error(attached.message);
  }
  await importRows(server, sheet);
  const sample = { path: file, fileName: 'sample.pdf', purpose: 'sample' } as const;
  if (codes.includes('NL-HTML')) await goods.attachFile({ reportCode: 'NL-HTML', ...sample });
  folder.remove();
  const published = await listCodes(server);
  const missing = codes.filter((code) => !published.includes(code));
  if (missing.length > 0) throw new Error(`not published: ${missing.join()}`);
}

function fillSecondStore(server: TestServer): Promise<void> {
  const rows = secondPublisherReports.map((row) => JSON.stringify(row));
  const codes = secondPublisherReports.map(({ code }) => code);
  return fillStore(server, codes, `${rows.join('\n')}\n`);
}

/** The one that is bought is first: it has most licences. */
const listCodes = async ({ db }: TestServer): Promise<string[]> =>
  (
    await db
      .selectFrom('report')
      .select('code')
      .where('state', '=', 'published')
      .orderBy(sql`(select count(*) from jsonb_object_keys(prices - 'dataSheet'))`, 'desc')
      .orderBy('id')
      .execute()
  ).map(({ code }) => code);
