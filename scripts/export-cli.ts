/** All reports into a sheet: `npm run export -- reports.csv`, or .xlsx or .jsonl. */
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { checkExportFormat } from '#core/imports/sheet.model.ts';
import { withStore } from './support/with-store.ts';

await withStore({ refusedExitCode: 2, needsSettings: true }, async ({ imports }) => {
  const [file = ''] = process.argv.slice(2);
  const format = checkExportFormat(path.extname(file).slice(1));
  if (!format.ok) {
    console.error(`npm run export -- reports.csv: ${format.message}`);
    return 2;
  }
  await pipeline(Readable.from(imports.sheets.export(format.value)), createWriteStream(file));
  return 0;
});
