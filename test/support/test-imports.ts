import { Imports } from '#core/imports/index.ts';
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
  /** Imports the file, at once unless told otherwise, and works on it until it is done or waits. */
  readonly importFile: (content: string | Uint8Array, options?: Options) => Promise<ReportImport>;
  readonly exportFile: (format: SheetFormat) => Promise<Buffer>;
};

export async function openTestImports(): Promise<TestImports> {
  const publisher = await openTestPublisher();
  const { deps, catalogue } = publisher;
  const imports = new Imports({
    ...deps,
    catalogue,
    listCodesOrderedSince,
  });
  return {
    publisher,
    imports,
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
      for await (const part of imports.exportReports(format)) parts.push(part);
      return Buffer.concat(parts);
    },
  };
}
