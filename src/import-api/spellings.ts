/** The spellings of /api/v1; the core has names of its own. */
import type { AttachedByName } from '#core/imports/attach-files.ts';
import { z } from 'zod';
import type { App } from '#core/app.ts';
import type { Mapping } from '#core/imports/columns.model.ts';
import { importOptionsSchema, type ImportOptions, type ReportImport } from '#core/imports/model.ts';
import { parseCleanJson } from '#core/kernel/clean-text.model.ts';
import { fail, ok, type Outcome, type Refusal } from '#core/kernel/outcome.model.ts';

const flag = z.enum(['0', '1']).transform((text) => text === '1');
const querySchema = z.object({
  mode: importOptionsSchema.shape.mode,
  industries: importOptionsSchema.shape.industries,
  new_reports: importOptionsSchema.shape.newReports,
  update: flag.default(false),
  run: flag.default(false),
  file: z.string().optional(),
  upload: z.string().optional(),
});

/** `invalid`: what an address asks for that its call does not know, by name. */
export const failUnread = (errors: Readonly<Record<string, string[]>>): Refusal =>
  fail('invalid', 'The address has names or values that this call does not know.', errors);

/** The same for every name that is none of these, or is there twice. */
export function refuseOtherNames(
  query: Readonly<Record<string, readonly string[]>>,
  names: readonly string[],
): Refusal | undefined {
  const errors = Object.entries(query).flatMap(([name, values]): [string, string[]][] => {
    if (!names.includes(name)) return [[name, ['This call has no such name.']]];
    return values.length > 1 ? [[name, ['This name is there twice.']]] : [];
  });
  return errors.length === 0 ? undefined : failUnread(Object.fromEntries(errors));
}

/** `invalid` by name. */
export function readOptions(query: Readonly<Record<string, string>>): Outcome<ImportOptions> {
  const parsed = querySchema.strict().safeParse(query);
  if (!parsed.success) return failUnread(z.flattenError(parsed.error).fieldErrors);
  const { mode, industries, new_reports: newReports, update, run } = parsed.data;
  return ok({ mode, industries, newReports, isUpdateOnly: update, runsAtOnce: run });
}

/** `malformed` for what is no JSON object of texts and nulls. */
export function mappingSchema(text: string): Outcome<Mapping> {
  const message = 'Send a JSON object: {"Their header": "our_column", "Another header": null}.';
  const parsed = z.record(z.string(), z.string().nullable()).safeParse(parseCleanJson(text));
  return parsed.success ? ok(parsed.data) : fail('malformed', message);
}

/** An import as the calls answer it. */
export const formatImport = (imports: App['imports'], one: ReportImport) => ({
  id: one.id,
  state: one.state,
  file: one.fileName,
  message: one.refusal,
  rows: one.rowCount,
  last_row: one.lastRow,
  counts: one.counts,
  mapping: one.mapping,
  missing_columns: one.state === 'unmapped' ? imports.listMissingColumns(one) : [],
  by: one.actor,
  created_at: one.createdAt.toISOString(),
  finished_at: one.finishedAt?.toISOString() ?? null,
});

type BadRow = Awaited<ReturnType<App['imports']['listBadRows']>>[number];

export const formatRowErrors = ({ number, errors }: BadRow) => ({ row: number, errors });

type UnpublishedRow = Awaited<ReturnType<App['imports']['listUnpublishedRows']>>[number];

export const formatUnpublished = ({ number, code, reasons }: UnpublishedRow) => ({
  row: number,
  code,
  reasons,
});

/** The outcome of a file; `message` says why it was refused, or what its publisher should know. */
export const formatAttached = ({ file, isAttached, message }: AttachedByName) => ({
  file,
  attached: isAttached,
  ...(message === undefined ? {} : { message }),
});
