import type { Tx } from '../../deps.ts';
import { actAsStaff, recordAudit } from '../../kernel/audit.ts';
import { maxListTotal } from '../../kernel/list-page.ts';
import { fail, ok, type Outcome, type Refusal } from '../../kernel/outcome.model.ts';
import type { StaffActor } from '../../staff/model.ts';
import type { StaffVerb } from '../../staff/verbs.model.ts';
import { moveReportsToBin } from '../writing/restore-reports.ts';
import { lockReports, type StoredReport } from '../writing/stored-reports.store.ts';
import { writeReports } from '../writing/write-reports.ts';
import { describeChange, toInput, type BulkChange } from './bulk-changes.model.ts';
import type { StaffReportFilter } from './staff-list.model.ts';
import { readListContext } from './staff-list.ts';
import { countMatching, listCodes, listMatchingIds } from './staff-list.store.ts';
import type { EditingDeps } from './editing-deps.ts';
import { publishMany, type ReportErrors } from './publish-many.ts';

/** Chosen reports, or all that a filter showed, with what its list said of them. */
export type Selection =
  | { readonly ids: readonly number[] }
  | {
      readonly filter: StaffReportFilter;
      readonly count: number;
      readonly newestId: number;
    };

export type ChangedMany = {
  /** Takes all of it back with `undoBatch`. */
  readonly batch: string;
  readonly changed: number;
  /** How many had the value already. */
  readonly unchanged: number;
};

/** How many reports are written in one statement. */
export const chunkSize = 200;
const verbs: Readonly<Record<BulkChange['kind'], StaffVerb>> = {
  prices: 'report.price',
  industry: 'report.edit',
  publish: 'report.publish',
  withdraw: 'report.withdraw',
  bin: 'report.bin',
};

/**
 * Changes all chosen reports at once, or none where one can't be. `conflict` where the list that was
 * chosen from has changed since, `invalid` with the reports that can't be changed by their codes.
 */
export async function changeMany(
  deps: EditingDeps,
  actor: StaffActor,
  selection: Selection,
  change: BulkChange,
): Promise<Outcome<ChangedMany>> {
  const batch = deps.generateSecret();
  const verb = verbs[change.kind];
  const thing = { kind: 'report-batch', id: batch };
  return actAsStaff(deps, actor, { verb, thing }, async (tx, audit) => {
    const chosen = await chooseReports(tx, actor, selection, deps.clock());
    if (!chosen.ok) return chosen;
    let changed = 0;
    for (let start = 0; start < chosen.value.length; start += chunkSize) {
      const codes = chosen.value.slice(start, start + chunkSize);
      const done = await changeChunk(tx, deps, codes, { actor, verb, change, batch });
      if (!done.ok) return done;
      changed += done.value;
    }
    audit({ batch, after: { ...describeChange(change), changed } });
    return ok({ batch, changed, unchanged: chosen.value.length - changed });
  });
}

async function chooseReports(
  tx: Tx,
  actor: StaffActor,
  selection: Selection,
  now: Date,
): Promise<Outcome<string[]>> {
  if ('ids' in selection) {
    if (selection.ids.length === 0) return fail('invalid', 'Choose at least one report.');
    if (selection.ids.length > maxListTotal) return tooMany;
    return ok((await listCodes(tx, selection.ids)).map(({ code }) => code));
  }
  const { filter, count, newestId } = selection;
  const context = await readListContext(tx, actor, filter, now);
  const current = await countMatching(tx, filter, context);
  if (current.count > maxListTotal) return tooMany;
  if (current.count !== count || current.newestId !== newestId)
    return fail(
      'conflict',
      `The list has changed: ${current.count} reports match now, not ${count}. Please ` +
        'check it again.',
    );
  const codes: string[] = [];
  const ids = await listMatchingIds(tx, filter, context);
  for (let start = 0; start < ids.length; start += chunkSize)
    for (const { code } of await listCodes(tx, ids.slice(start, start + chunkSize)))
      codes.push(code);
  return ok(codes);
}

const tooMany: Refusal = fail('too-large', `Choose at most ${maxListTotal} reports at once.`);

type ChunkContext = {
  readonly actor: StaffActor;
  readonly verb: StaffVerb;
  readonly change: BulkChange;
  readonly batch: string;
};

/** The number of reports that were changed. */
async function changeChunk(
  tx: Tx,
  deps: EditingDeps,
  codes: readonly string[],
  context: ChunkContext,
): Promise<Outcome<number>> {
  const { actor, change } = context;
  const reports = (await lockReports(tx, codes)).filter(({ state }) => state !== 'bin');
  if (change.kind === 'bin') {
    await moveReportsToBin(
      tx,
      deps,
      reports.map(({ code }) => code),
    );
    for (const report of reports) await audit(tx, deps, context, { report });
    return ok(reports.length);
  }
  if (change.kind === 'publish') {
    const { published, errors } = await publishMany(tx, deps, reports, context);
    return errors.length > 0 ? failForAll(errors) : ok(published);
  }
  const inputs = reports.map((report) => toInput(report, change));
  const results = await writeReports(tx, deps, inputs, { actor: actor.name });
  const errors = results.flatMap((result) =>
    result.ok ? [] : [[result.code, Object.values(result.errors).flat()] as const],
  );
  if (errors.length > 0) return failForAll(errors);
  let changed = 0;
  for (const [index, result] of results.entries()) {
    const report = reports[index];
    if (!result.ok || !report || result.change === 'unchanged') continue;
    await audit(tx, deps, context, { report, versionNumber: result.versionNumber });
    changed++;
  }
  return ok(changed);
}

function failForAll(errors: ReportErrors): Refusal {
  const [code, [sentence = '']] = errors[0] ?? ['', []];
  const others = errors.length - 1;
  const rest =
    others === 0 ? '' : ` ${others === 1 ? 'Another one' : `${others} others`} can’t either.`;
  const message = `Nothing was changed. ${code} can’t be changed: ${sentence}${rest}`;
  return fail('invalid', message, Object.fromEntries(errors));
}

const audit = (
  tx: Tx,
  deps: EditingDeps,
  { actor, verb, change, batch }: ChunkContext,
  { report, versionNumber }: { report: StoredReport; versionNumber?: number },
): Promise<void> => {
  const { code, parts, state } = report;
  const told = describeChange(change);
  return recordAudit(tx, deps, {
    actor,
    verb,
    thing: { kind: 'report', id: code },
    change: {
      batch,
      before: { version: report.versionNumber, state, prices: parts.prices ?? {} },
      after: { ...told, ...(versionNumber === undefined ? {} : { version: versionNumber }) },
    },
  });
};
