/**
 * Files of reports for staff, in the terminal of the machine on which the store runs:
 * `npm run goods -- help`.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { App } from '#core/app.ts';
import { fail, ok, type Outcome } from '#core/kernel/outcome.model.ts';
import { printOutcome, withStore } from './support/with-store.ts';

const help = `npm run goods -- list --code QM-1057
npm run goods -- add --code QM-1057 --file report.pdf --file data.xlsx
    --edition 2                 another edition than the newest
    --licences single,multiple  who gets them; without it, everybody
    --title "Country tables"    what buyers read; without it, the kind of file
    --purpose sample            a sample (PDF) or a cover (JPEG, PNG) instead of goods
    --owner-password secret     opens a PDF that is locked against changes
    --new-edition "what changed"  publishes a new edition with these files and tells its buyers
npm run goods -- sample --code QM-1057 --pages 1-3,12   makes a sample of the PDF's pages`;

const options = {
  code: { type: 'string' },
  file: { type: 'string', multiple: true },
  edition: { type: 'string' },
  licences: { type: 'string' },
  title: { type: 'string' },
  purpose: { type: 'string' },
  pages: { type: 'string' },
  'owner-password': { type: 'string' },
  'new-edition': { type: 'string' },
} as const;

type Goods = App['catalogue']['goods'];
type Values = ReturnType<typeof readArguments>['values'];

/** Reads the arguments; those that can't be understood ask for help. */
function readArguments(args: readonly string[]) {
  try {
    return parseArgs({ options, args: [...args], allowPositionals: true });
  } catch {
    return parseArgs({ options, args: [] });
  }
}

async function list(goods: Goods, code: string): Promise<Outcome<string>> {
  const files = await goods.listFiles(code);
  const lines = files.map(({ edition, purpose, title, fileName, pages, sizeBytes, ...file }) =>
    [
      `edition ${edition}  ${purpose.padEnd(6)}  ${title}`,
      `${fileName}, ${Math.ceil(sizeBytes / 1024)} KB`,
      ...(pages === null ? [] : [`${pages} pages`]),
      ...(purpose === 'goods' ? [file.licences.join(', ')] : []),
      ...file.warnings,
    ].join('  '),
  );
  return ok(lines.length === 0 ? `${code} has no uploaded files.` : lines.join('\n'));
}

/** By their ids; "single" stands for the licence single-user. undefined if one is unknown. */
function parseLicences(text: string | undefined, known: readonly string[]) {
  if (text === undefined) return known;
  const named = text.split(',').map((name) => {
    const id = name.trim();
    return known.includes(id) ? id : `${id}-user`;
  });
  return named.every((id) => known.includes(id)) ? named : undefined;
}

async function add(
  { catalogue: { goods }, store }: App,
  code: string,
  values: Values,
): Promise<Outcome<string>> {
  const { file = [], title, purpose = 'goods', edition } = values;
  const { licences } = await store.getSettings();
  const chosenLicences = parseLicences(
    values.licences,
    licences.map(({ id }) => id),
  );
  const isPurpose = purpose === 'goods' || purpose === 'sample' || purpose === 'cover';
  if (file.length === 0 || !chosenLicences || !isPurpose) return fail('malformed', help);
  const reason = values['new-edition'];
  const ownerPassword = values['owner-password'];
  const attached = await goods.attachFiles({
    reportCode: code,
    ...(edition === undefined ? {} : { edition: Number(edition) }),
    ...(reason === undefined ? {} : { newEdition: { reason } }),
    files: file.map((name) => ({
      path: path.resolve(name),
      fileName: path.basename(name),
      purpose,
      licences: chosenLicences,
      ...(title === undefined ? {} : { title }),
      ...(ownerPassword === undefined ? {} : { ownerPassword }),
    })),
  });
  if (!attached.ok) return attached;
  const lines = attached.value.files.map(({ title: name, pages, isNew, warnings }) => {
    const count = pages === null ? '' : `, ${pages} pages`;
    return [`${name}${count}: ${isNew ? 'added' : 'unchanged'}`, ...warnings].join('. ');
  });
  return ok([`${code}, edition ${attached.value.edition}`, ...lines].join('\n'));
}

/** "1-3,12" as 1, 2, 3 and 12; at most 100 pages. */
const parsePages = (text: string): number[] =>
  text
    .split(',')
    .flatMap((range) => {
      const [first = Number.NaN, last = first] = range.split('-').map(Number);
      return Array.from({ length: Math.min(100, last - first + 1) || 0 }, (_, i) => first + i);
    })
    .slice(0, 100);

async function makeSample(goods: Goods, code: string, pages: string): Promise<Outcome<string>> {
  const made = await goods.makeSampleOfPages(code, parsePages(pages));
  return made.ok ? ok(`The sample of ${code} has ${made.value.files[0]?.pages} pages.`) : made;
}

/**
 * Runs `npm run goods -- <words>`: returns what it prints, or the sentence with which it ends with
 * exit code 1.
 */
export async function runGoodsCommand(
  app: App,
  words: readonly string[],
): Promise<Outcome<string>> {
  const { goods } = app.catalogue;
  const { values, positionals } = readArguments(words);
  const { code } = values;
  const [command] = positionals;
  if (code === undefined) return ok(help);
  if (command === 'list') return list(goods, code);
  if (command === 'add') return add(app, code, values);
  return command === 'sample' ? makeSample(goods, code, values.pages ?? '') : ok(help);
}

if (import.meta.main)
  await withStore({ refusedExitCode: 1, usesFiles: true }, async (app) =>
    printOutcome(await runGoodsCommand(app, process.argv.slice(2))),
  );
