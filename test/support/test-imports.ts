import { sql } from 'kysely';
import { defaultLicenceTerms } from '#core/catalogue/reports/licence.model.ts';
import type { Database, Tx } from '#core/deps.ts';
import { Imports } from '#core/imports/index.ts';
import { ImportUploads } from '#core/imports/uploads.ts';
import { importOptionsSchema, type ImportOptions, type ReportImport } from '#core/imports/model.ts';
import type { SheetFormat } from '#core/imports/sheet.model.ts';
import { listCodesOrderedSince } from '#core/orders/views/ordered-since.store.ts';
import { openTestPublisher, type TestPublisher } from './test-publisher.ts';

type Options = Partial<ImportOptions> & {
  readonly fileName?: string;
  readonly mapping?: Readonly<Record<string, string | null>>;
};

export type TestImports = {
  readonly publisher: TestPublisher;
  readonly imports: Imports;
  readonly uploads: ImportUploads;
  /** Imports the file, at once unless told otherwise, and works on it until it is done or waits. */
  readonly importFile: (content: string | Uint8Array, options?: Options) => Promise<ReportImport>;
  readonly exportFile: (format: SheetFormat) => Promise<Buffer>;
};

export async function openTestImports(): Promise<TestImports> {
  const publisher = await openTestPublisher();
  const { deps, catalogue } = publisher;
  // As the store's settings, it is read from the database.
  const getCurrency = async (tx: Database | Tx = deps.db) => {
    await sql`select 1`.execute(tx);
    return 'USD';
  };
  const importDeps = {
    ...deps,
    longWork: publisher.longWork,
    catalogue,
    getCurrency,
    listLicences: async () => defaultLicenceTerms,
    listCodesOrderedSince,
  };
  const imports = new Imports(importDeps);
  return {
    publisher,
    imports,
    uploads: new ImportUploads(importDeps, imports),
    importFile: async (content, { fileName = 'reports', mapping = {}, ...options } = {}) => {
      const id = await imports.create({
        fileName,
        content: Buffer.from(content),
        options: importOptionsSchema.parse({ runsAtOnce: true, ...options }),
        mapping,
        actor: 'anna',
      });
      const done = await imports.advance(id);
      if (!done) throw new Error('the import is gone');
      return done;
    },
    exportFile: async (format) => {
      const parts: Uint8Array[] = [];
      for await (const part of imports.sheets.export(format)) parts.push(part);
      return Buffer.concat(parts);
    },
  };
}

/** An order of the report, with as much as the undo of an import looks at. */
export async function insertOrder(db: Database, reportCode: string): Promise<void> {
  const { id } = await db
    .selectFrom('report')
    .select('id')
    .where('code', '=', reportCode)
    .executeTakeFirstOrThrow();
  const text = 'x';
  await db
    .insertInto('purchase')
    .values({
      buyerSecretHash: text,
      reportId: id,
      reportCode,
      reportTitle: text,
      licence: 'single-user',
      licenceName: text,
      rights: text,
      currency: 'USD',
      number: 'QI-000001',
      listCents: 1,
      priceCents: 1,
      name: text,
      email: 'a@b.example',
      mobileNo: text,
      companyName: text,
      jobTitle: text,
      country: text,
      address: text,
      city: text,
      region: text,
      zip: text,
      consent: text,
      placedAt: new Date('2099-01-01'),
    })
    .execute();
}
