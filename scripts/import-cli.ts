/** Reports from a sheet, in the terminal of the machine on which the store runs; docs/import.md. */
import { formatMinuteIn } from '#core/kernel/time-zone.model.ts';
import { createReadStream, createWriteStream, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import type { App } from '#core/app.ts';
import type { Mapping } from '#core/imports/columns.model.ts';
import { importOptionsSchema, type ReportImport } from '#core/imports/model.ts';
import type { Outcome } from '#core/kernel/outcome.model.ts';
import { attachOfferedFiles } from './support/attach-offered-files.ts';
import { operatorName, withStore } from './support/with-store.ts';

const help = `npm run import -- reports.xlsx            check the rows and import the good ones
  --dry-run                               only check
  --mode all                              import all rows, or none if one is bad
  --update                                every row changes an existing report
  --industries create                     add industries that the store doesn't have
  --state published                       the state of new reports without one in their row
  --map map.json                          {"Their header": "our_column", "Another": null}
  --files folder|files.zip                goods by name: QM-1.pdf, QM-1-sample.pdf, QM-1-cover.jpg
  --errors errors.xlsx                    where the bad rows go
  --by anna@publisher.example             who imports, for the history
npm run import -- --run 17                import what was checked; --files as above
npm run import -- --undo 17               undo what it imported
npm run import -- --resume 17             continue where it stopped
npm run import -- --list                  the last imports`;

const optionNames = {
  'dry-run': { type: 'boolean' },
  update: { type: 'boolean' },
  list: { type: 'boolean' },
  mode: { type: 'string' },
  industries: { type: 'string' },
  state: { type: 'string' },
  map: { type: 'string' },
  errors: { type: 'string' },
  files: { type: 'string' },
  by: { type: 'string' },
  run: { type: 'string' },
  undo: { type: 'string' },
  resume: { type: 'string' },
} as const;

type Imports = App['imports'];
type Values = ReturnType<typeof readArguments>['values'] & {
  /** Where a ZIP is unpacked. */
  readonly workFolder: string;
};
const shownErrors = 20;
const countNames = {
  created: 'created',
  changed: 'changed',
  unchanged: 'unchanged',
  published: 'of them published with their files',
  unpublished: 'of them not published',
  bad: 'bad',
  restored: 'restored',
  kept: 'kept',
} as const;
/** Exit codes: everything went in, some rows are bad or were kept, nothing was done. */
const exitCodes = { good: 0, bad: 1, refused: 2 } as const;

const readArguments = () => parseArgs({ options: optionNames, allowPositionals: true });

/** undefined if the arguments can't be understood. */
function tryReadArguments() {
  try {
    return readArguments();
  } catch {
    return undefined;
  }
}

async function importFile(imports: Imports, file: string, values: Values): Promise<number> {
  const options = importOptionsSchema.safeParse({
    mode: values.mode,
    industries: values.industries,
    newReports: values.state,
    isUpdateOnly: values.update ?? false,
    runsAtOnce: values['dry-run'] !== true,
  });
  if (!options.success || !existsSync(file)) {
    console.error(options.success ? `There is no file ${file}.` : help);
    return exitCodes.refused;
  }
  const id = await imports.create({
    fileName: path.basename(file),
    content: createReadStream(file),
    options: options.data,
    actor: values.by ?? operatorName,
    ...(values.map ? { mapping: JSON.parse(readFileSync(values.map, 'utf8')) as Mapping } : {}),
  });
  console.log(`Import ${id}. If it is interrupted, the running store continues it.`);
  return follow(imports, id, values);
}

async function change(
  imports: Imports,
  id: number,
  values: Values,
  changed: Outcome<unknown>,
): Promise<number> {
  if (changed.ok) return follow(imports, id, values);
  console.error(changed.message);
  return exitCodes.refused;
}

/** Works on the import until it waits or is done, and says what became of it. */
async function follow(imports: Imports, id: number, values: Values): Promise<number> {
  let shown = '';
  const finished = await imports.advance(id, ({ state, lastRow, rowCount }) => {
    const thousands = Math.floor(lastRow / 5000) * 5000;
    const line = `  ${state}${thousands > 0 ? `: row ${thousands} of ${rowCount || '…'}` : ''}`;
    if (line !== shown) console.log(line);
    shown = line;
  });
  if (!finished) {
    console.error('There is no such import.');
    return exitCodes.refused;
  }
  if (finished.state !== 'done' || values.files === undefined)
    return report(imports, finished, values);
  const refused = await attach(imports, id, values);
  const published = await imports.getImport(id);
  const exitCode = await report(imports, published ?? finished, values);
  return refused > 0 ? exitCodes.bad : exitCode;
}

/** The files are their reports' afterwards, and what waited for them is published. */
async function attach(
  imports: Imports,
  id: number,
  { files = '', workFolder }: Values,
): Promise<number> {
  console.log(`  files: if this is interrupted, --resume ${id} --files ${files} goes on`);
  if (!existsSync(files)) {
    console.error(`There is nothing at ${files}.`);
    return 1;
  }
  const refused = await attachOfferedFiles(imports, files, workFolder);
  const published = await imports.ready.publish(id);
  if (!published.ok) console.error(published.message);
  return refused;
}

async function report(imports: Imports, finished: ReportImport, values: Values): Promise<number> {
  const { id, state, counts, refusal } = finished;
  if (refusal !== null) {
    console.error(refusal);
    return exitCodes.refused;
  }
  if (state === 'unmapped') {
    const missing = imports.listMissingColumns(finished).join(', ');
    console.error(`No column of the file is ${missing}: name them with --map.`);
    return exitCodes.refused;
  }
  const names = Object.entries(countNames) as [keyof typeof countNames, string][];
  const numbers = names.flatMap(([name, words]) =>
    counts[name] ? [`${counts[name]} ${words}`] : [],
  );
  console.log(`${state}: ${numbers.join(', ') || 'no rows'}`);
  await showUnpublished(imports, finished);
  for (const row of await imports.listKeptRows(id, shownErrors))
    console.log(`  ${row.code} was kept. ${row.reason}`);
  if ((counts.bad ?? 0) === 0) return (counts.kept ?? 0) === 0 ? exitCodes.good : exitCodes.bad;
  await showBadRows(imports, finished, values);
  return exitCodes.bad;
}

async function showUnpublished(imports: Imports, { id, counts }: ReportImport): Promise<void> {
  if ((counts.unpublished ?? 0) === 0) return;
  for (const { number, code, reasons } of await imports.listUnpublishedRows(id, shownErrors))
    console.log(`  row ${number}, ${code} is a draft: ${reasons.join(' ')}`);
  console.log('  Publish them in the back office once they have what is missing.');
}

async function showBadRows(imports: Imports, bad: ReportImport, values: Values): Promise<void> {
  for (const { number, errors } of await imports.listBadRows(bad.id, shownErrors))
    for (const { column, value, message } of errors)
      console.log(`  row ${number}, ${column} "${value}": ${message}`);
  if (values.errors === undefined) return;
  await pipeline(Readable.from(imports.badRows.write(bad)), createWriteStream(values.errors));
  console.log(`All bad rows with their reasons: ${values.errors}`);
}

async function list({ imports, store }: Pick<App, 'imports' | 'store'>): Promise<number> {
  const zone = await store.getTimeZone();
  for (const one of await imports.listImports(20)) {
    const time = formatMinuteIn(one.createdAt, zone);
    console.log(
      `${one.id}  ${time}  ${one.state.padEnd(8)}  ${one.rowCount} rows  ${one.fileName}`,
    );
  }
  return exitCodes.good;
}

await withStore(
  { refusedExitCode: 2, needsSettings: true, usesFiles: true },
  async (app, { dataDir }) => {
    const { imports } = app;
    const { values: given, positionals = [] } = tryReadArguments() ?? {};
    const values = given && { ...given, workFolder: path.join(dataDir, 'scratch') };
    const [file] = positionals;
    const id = Number(values?.run ?? values?.undo ?? values?.resume);
    if (values?.list) return list(app);
    if (values?.run !== undefined) return change(imports, id, values, await imports.run(id));
    if (values?.undo !== undefined) return change(imports, id, values, await imports.undo(id));
    if (values?.resume !== undefined) return follow(imports, id, values);
    if (values && file !== undefined) return importFile(imports, file, values);
    console.log(help);
    return exitCodes.refused;
  },
);
