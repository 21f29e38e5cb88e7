/** Rows of an import into the catalogue, or only checked against it. */
import type { Tx } from '../deps.ts';
import { listKnownCodes, type WriteResult } from '../catalogue/index.ts';
import type { ReportInput } from '../catalogue/reports/report-input.model.ts';
import { comparePlaces } from '../kernel/compare-places.model.ts';
import { codeColumn, findHeader, findPriceName } from './columns.model.ts';
import type { ImportDeps } from './deps.ts';
import {
  findEarlierRows,
  withSavepoint,
  type RowResult,
  type StagedRow,
} from './import-rows.store.ts';
import type { CellError, ReportImport } from './model.ts';
import { createCellError, readRow, toCellErrors, type ReadRow } from './read-row.ts';

/** After this many rows the thread is released: it also renders pages. */
const rowsPerTurn = 20;

type Row = ReadRow & Pick<StagedRow, 'number' | 'cells' | 'problem'>;

/** Writes rows of an import into the catalogue, or only checks them. */
export class RowWriting {
  readonly #deps: ImportDeps;

  constructor(deps: ImportDeps) {
    this.#deps = deps;
  }

  /** Returns the result of each row, in their order; with `isDryRun` nothing is written. */
  async write(
    tx: Tx,
    given: ReportImport,
    { rows, isDryRun }: { readonly rows: readonly StagedRow[]; readonly isDryRun: boolean },
  ): Promise<RowResult[]> {
    const read = await this.#readAll(tx, given, rows);
    const codesChecked = await refuseRepeated(tx, given, read, 'code');
    const checked = await refuseRepeated(tx, given, codesChecked, 'slug');
    const known = await listKnownCodes(tx, listCodes(checked));
    const ready = checked.map((row) => applyOptions(row, given, known.has(row.input.code)));
    const right = ready.filter(({ errors }) => errors.length === 0);
    const write = () => this.#writeInputs(tx, given, { right, isDryRun });
    const written = isDryRun ? await withSavepoint(tx, write) : await write();
    const results = new Map(right.map((row, index) => [row.number, written[index]]));
    // What else is wrong with a row whose cells can't all be read is found by a check of the others.
    const wrong = ready.filter(({ problem, errors }) => problem === null && errors.length > 0);
    const checkWrong = () => this.#writeInputs(tx, given, { right: wrong, isDryRun: true });
    const checks = wrong.length === 0 ? [] : await withSavepoint(tx, checkWrong);
    for (const [index, row] of wrong.entries()) results.set(row.number, checks[index]);
    return ready.map((row) => toRowResult(row, results.get(row.number), { given, isDryRun }));
  }

  async #readAll(
    tx: Tx,
    { headers, mapping }: ReportImport,
    rows: readonly StagedRow[],
  ): Promise<Row[]> {
    const { html, sleep, getCurrency } = this.#deps;
    const read: Row[] = [];
    const currency = await getCurrency(tx);
    for (const { number, cells, problem } of rows) {
      const row = readRow({ headers, cells }, mapping, { reader: html, currency });
      const errors = problem === null ? row.errors : [createCellError('', '', problem)];
      read.push({ input: row.input, errors, number, cells, problem });
      if (read.length % rowsPerTurn === 0) await sleep(0);
    }
    return read;
  }

  async #writeInputs(
    tx: Tx,
    { id, actor, options }: ReportImport,
    { right, isDryRun }: { readonly right: readonly Row[]; readonly isDryRun: boolean },
  ) {
    const { catalogue } = this.#deps;
    const inputs = right.map(({ input }) => input);
    if (options.industries === 'create')
      await catalogue.industries.ensure(tx, [...new Set(inputs.flatMap(listIndustries))]);
    const how = { actor: `${actor} (import ${id})`, isDryRun, holdsBack: true };
    return catalogue.writing.write(tx, inputs, how);
  }
}

const listCodes = (rows: readonly Row[]): string[] =>
  rows.flatMap(({ input }) => (input.code === '' ? [] : [input.code]));

/** The first row with a code or a slug counts. */
async function refuseRepeated(
  tx: Tx,
  { id: importId, mapping }: ReportImport,
  rows: readonly Row[],
  column: 'code' | 'slug',
): Promise<readonly Row[]> {
  const place = { importId, before: rows[0]?.number ?? 0 };
  const given = rows.flatMap(({ input }) => input[column] || []);
  const seen = new Map(await findEarlierRows(tx, place, column, given));
  return rows.map((row) => {
    const text = row.input[column];
    if (!text) return row;
    const earlier = seen.get(text);
    if (earlier === undefined) {
      seen.set(text, row.number);
      return row;
    }
    const message = `Row ${earlier} has this ${column} already. Leave one of them out.`;
    return addErrors(row, [createCellError(findHeader(column, mapping), text, message)]);
  });
}

const addErrors = (row: Row, errors: readonly CellError[]): Row => ({
  ...row,
  errors: [...row.errors, ...errors],
});

function applyOptions(row: Row, { options, mapping }: ReportImport, isKnown: boolean): Row {
  const { code, state } = row.input;
  if (isKnown) return row;
  if (options.isUpdateOnly && code !== '') {
    const message = 'There is no report with this code. Correct it, or import without "update".';
    return addErrors(row, [createCellError(findHeader('code', mapping), code, message)]);
  }
  return state === undefined ? { ...row, input: { ...row.input, state: options.newReports } } : row;
}

const listIndustries = ({ industry, furtherIndustries }: ReportInput): string[] =>
  [industry, ...(furtherIndustries ?? [])].flatMap((name) => name ?? []);

function toRowResult(
  { number, input, errors, cells }: Row,
  written: WriteResult | undefined,
  { given, isDryRun }: { readonly given: ReportImport; readonly isDryRun: boolean },
): RowResult {
  const bad = {
    change: null,
    versionNumber: null,
    previousVersionNumber: null,
    unpublished: null,
  };
  const row = { number, code: input.code, slug: input.slug ?? null };
  if (!written?.ok) {
    const { headers, mapping } = given;
    const further = toCellErrors(written?.errors ?? {}, { headers, cells }, mapping);
    return { ...row, ...bad, errors: joinErrors(errors, further, given) };
  }
  if (errors.length > 0) return { ...row, ...bad, errors };
  const { change, versionNumber, previousVersionNumber = null, unpublished = null } = written;
  const isWritten = !isDryRun && change !== 'unchanged';
  const isHeldBack = !isDryRun && unpublished !== null;
  return {
    ...row,
    errors: null,
    change,
    unpublished,
    versionNumber: isWritten || isHeldBack ? versionNumber : null,
    previousVersionNumber: isWritten ? previousVersionNumber : null,
  };
}

/** In the order of the cells; of a cell that can't be read nothing else is said. */
function joinErrors(
  errors: readonly CellError[],
  further: readonly CellError[],
  { headers, mapping }: ReportImport,
): CellError[] {
  const wrong = new Set(errors.map(({ column }) => column));
  const hasWrongPrice = [...wrong].some((header) => isPriceColumn(mapping[header] ?? ''));
  // Under another code the report may have what this row leaves blank.
  const hasWrongCode = wrong.has(findHeader(codeColumn, mapping));
  const isNew = ({ column, value }: CellError): boolean =>
    !wrong.has(column) &&
    !(hasWrongCode && value === '') &&
    !(hasWrongPrice && isPriceColumn(mapping[column] ?? column));
  const compare = comparePlaces(headers);
  const all = [...errors, ...further.filter(isNew)];
  return all.toSorted((a, b) => compare(a.column, b.column));
}

const isPriceColumn = (column: string): boolean => findPriceName(column) !== undefined;
