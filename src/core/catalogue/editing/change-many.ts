import { formatCount, formatNumber } from '../../kernel/count-words.model.ts';
import type { Tx } from '../../deps.ts';
import { WorkRefused, type RunningWork } from '../../kernel/long-work.ts';
import type { LongWorkResult } from '../../kernel/long-work.model.ts';
import { maxListTotal } from '../../kernel/list-page.ts';
import { fail, ok, type Outcome, type Refusal } from '../../kernel/outcome.model.ts';
import type { StaffActor } from '../../staff/model.ts';
import type { StaffVerb } from '../../staff/verbs.model.ts';
import { lockReports, readReports, type StoredReport } from '../writing/stored-reports.store.ts';
import type { WriteResult } from '../writing/write-reports.ts';
import { isUndone } from './batches.store.ts';
import { describeChange, toInput, type BulkChange } from './bulk-changes.model.ts';
import type { StaffReportFilter } from './staff-list.model.ts';
import { readListContext } from './staff-list.ts';
import { countMatching, listCodes, listMatchingIds } from './staff-list.store.ts';
import type { EditingDeps } from './editing-deps.ts';
import type { BulkPublishing, ReportErrors } from './publish-many.ts';

/** Chosen reports, or all that a filter showed, with what its list said of them. */
export type Selection =
  | { readonly ids: readonly number[] }
  | {
      readonly filter: StaffReportFilter;
      readonly count: number;
      readonly newestId: number;
    };

export type ChangeRequest = {
  readonly selection: Selection;
  readonly change: BulkChange;
};

/** How many reports are written in one statement, and are changed whole or not at all. */
export const chunkSize = 200;
/** So many are changed at once, while the request waits. */
const quickCount = 50;
export const changeKind = 'report.change';
const verbs: Readonly<Record<BulkChange['kind'], StaffVerb>> = {
  prices: 'report.price',
  industry: 'report.edit',
  publish: 'report.publish',
  withdraw: 'report.withdraw',
  bin: 'report.bin',
};

/** The input of a piece of this work. */
type ChangeInput = {
  readonly batch: string;
  readonly change: BulkChange;
  /** All of them, in the order in which they are changed. */
  readonly codes: readonly string[];
};

type ChunkContext = {
  readonly actor: StaffActor;
  readonly verb: StaffVerb;
  readonly change: BulkChange;
  readonly batch: string;
};

type ChunkOutcome =
  | { readonly ok: true; readonly value: number }
  | { readonly ok: false; readonly errors: ReportErrors };

/** Changes of many reports at once. */
export class BulkChanges {
  readonly #deps: EditingDeps;
  readonly #publishing: BulkPublishing;

  constructor(deps: EditingDeps, publishing: BulkPublishing) {
    this.#deps = deps;
    this.#publishing = publishing;
    this.#define();
  }

  /**
   * The chosen reports are to be changed: answers the number of the work. First all are checked, and
   * where one can't be changed none is. Then they are changed by the chunk, each chunk as a whole. At
   * most `quickCount` are changed as the request waits. `conflict` where the list that was chosen from
   * has changed since, `invalid` for an empty selection, `too-large`.
   */
  begin(actor: StaffActor, request: ChangeRequest): Promise<Outcome<number>> {
    const { selection, change } = request;
    return this.#deps.longWork.begin(actor, {
      kind: changeKind,
      verb: verbs[change.kind],
      isQuick: ({ total = 0 }) => total <= quickCount,
      prepare: async (tx) => {
        const chosen = await chooseReports(tx, actor, selection, this.#deps.clock());
        if (!chosen.ok) return chosen;
        const codes = chosen.value;
        const input: ChangeInput = { batch: this.#deps.generateSecret(), change, codes };
        return ok({ title: describeTitle(change, codes.length), input, total: codes.length });
      },
    });
  }

  /** Says how such work is done. A killed process is followed at the chunk at which it stood. */
  #define(): void {
    this.#deps.longWork.define(changeKind, {
      lane: 'changes',
      run: async (work) => {
        const { batch, change, codes } = work.input as ChangeInput;
        const actor = work.actor as StaffActor;
        const context = { actor, verb: verbs[change.kind], change, batch };
        if (await isUndone(this.#deps.db, batch)) throw new WorkRefused('It was undone meanwhile.');
        // One chunk is changed whole or not at all: nothing has to be known before.
        if (codes.length > chunkSize && work.done === 0) await this.#checkAll(work, context);
        while (work.done < codes.length) await this.#changeNext(work, context);
        await work.finish(async () => ({}));
      },
    });
  }

  /** Throws where one can't be changed; nothing is written. */
  async #checkAll(work: RunningWork, context: ChunkContext): Promise<void> {
    const { codes } = work.input as ChangeInput;
    for (let checked = 0; checked < codes.length;) {
      const next = codes.slice(checked, checked + chunkSize);
      const errors = await this.#deps.db
        .transaction()
        .execute((tx) => this.#findChunkErrors(tx, next, context));
      if (errors.length > 0) throw refuseWork(work, errors);
      checked += next.length;
      await work.report({ position: { step: 'Checked', checked } });
      await this.#deps.sleep(0);
    }
  }

  async #changeNext(work: RunningWork, context: ChunkContext): Promise<void> {
    const { codes } = work.input as ChangeInput;
    await work.commit(async (tx) => {
      if (work.done === 0) await this.#auditWhole(tx, context, codes.length);
      const next = codes.slice(work.done, work.done + chunkSize);
      const changed = await this.#changeChunk(tx, next, context);
      if (!changed.ok) throw refuseWork(work, changed.errors);
      const done = work.done + next.length;
      const before = work.result.counts?.['changed'] ?? 0;
      const result = describeChanged(work.input as ChangeInput, {
        done,
        changed: before + changed.value,
      });
      return { done, position: { step: 'Changed' }, result };
    });
    await this.#deps.sleep(0);
  }

  /** The entry that stands for all of them in the audit log, and by which they are undone. */
  #auditWhole(
    tx: Tx,
    { actor, verb, batch, change }: ChunkContext,
    reports: number,
  ): Promise<void> {
    return this.#deps.audit.record(tx, {
      actor,
      verb,
      thing: { kind: 'report-batch', id: batch },
      change: { batch, after: { ...describeChange(change), reports } },
    });
  }

  /** Returns the reasons why these reports can't be changed, by code; nothing is written. */
  async #findChunkErrors(
    tx: Tx,
    codes: readonly string[],
    { actor, change }: ChunkContext,
  ): Promise<ReportErrors> {
    if (change.kind === 'bin') return [];
    const reports = (await readReports(tx, codes)).filter(({ state }) => state !== 'bin');
    if (change.kind === 'publish') return this.#publishing.listUnpublishable(tx, reports);
    const inputs = reports.map((report) => toInput(report, change));
    return listErrors(
      await this.#deps.writer.write(tx, inputs, { actor: actor.name, isDryRun: true }),
    );
  }

  /** The number of reports that were changed; where one can't be, roll back. */
  async #changeChunk(
    tx: Tx,
    codes: readonly string[],
    context: ChunkContext,
  ): Promise<ChunkOutcome> {
    const { actor, change } = context;
    const reports = (await lockReports(tx, codes)).filter(({ state }) => state !== 'bin');
    if (change.kind === 'bin') {
      await this.#deps.writer.moveToBin(
        tx,
        reports.map(({ code }) => code),
      );
      for (const report of reports) await this.#audit(tx, context, { report });
      return { ok: true, value: reports.length };
    }
    if (change.kind === 'publish') {
      const { published, errors } = await this.#publishing.publish(tx, reports, context);
      return errors.length > 0 ? { ok: false, errors } : { ok: true, value: published };
    }
    const inputs = reports.map((report) => toInput(report, change));
    const results = await this.#deps.writer.write(tx, inputs, { actor: actor.name });
    const errors = listErrors(results);
    if (errors.length > 0) return { ok: false, errors };
    let changed = 0;
    for (const [index, result] of results.entries()) {
      const report = reports[index];
      if (!result.ok || !report || result.change === 'unchanged') continue;
      await this.#audit(tx, context, { report, versionNumber: result.versionNumber });
      changed++;
    }
    return { ok: true, value: changed };
  }

  #audit(
    tx: Tx,
    { actor, verb, change, batch }: ChunkContext,
    { report, versionNumber }: { report: StoredReport; versionNumber?: number },
  ): Promise<void> {
    const { code, parts, state } = report;
    const told = describeChange(change);
    return this.#deps.audit.record(tx, {
      actor,
      verb,
      thing: { kind: 'report', id: code },
      change: {
        batch,
        before: { version: report.versionNumber, state, prices: parts.prices ?? {} },
        after: { ...told, ...(versionNumber === undefined ? {} : { version: versionNumber }) },
      },
    });
  }
}

/** "Change the prices of 5,021 reports". */
function describeTitle(change: BulkChange, count: number): string {
  const reports = formatCount(count, 'report');
  switch (change.kind) {
    case 'prices':
      return `Change the prices of ${reports}`;
    case 'industry':
      return `Move ${reports} to another industry`;
    case 'publish':
      return `Publish ${reports}`;
    case 'withdraw':
      return `Withdraw ${reports}`;
    default:
      return `Move ${reports} to the bin`;
  }
}

/** Returns the progress as a sentence and as numbers, with the batch by which it is undone. */
function describeChanged(
  { batch, change, codes }: ChangeInput,
  { done, changed }: { readonly done: number; readonly changed: number },
): LongWorkResult {
  const isPublishing = change.kind === 'publish';
  const unchanged = done - changed;
  const isWhole = done === codes.length;
  const of = isWhole ? '' : ` of ${formatNumber(codes.length)}`;
  const reports = (isWhole ? changed : codes.length) === 1 ? 'report' : 'reports';
  const were = changed === 1 ? 'was' : 'were';
  const same =
    unchanged > 0
      ? ` ${formatNumber(unchanged)} ${unchanged === 1 ? 'was' : 'were'} unchanged.`
      : '';
  return {
    message: `${formatNumber(changed)}${of} ${reports} ${were} ${isPublishing ? 'published' : 'changed'}.${same}`,
    counts: { changed, unchanged },
    ...(isPublishing ? {} : { batch }),
  };
}

/** Ends the work: nothing was changed, or what was done stays and can be undone. */
function refuseWork(work: RunningWork, errors: ReportErrors): WorkRefused {
  const [code, [sentence = '']] = errors[0] ?? ['', []];
  const others = errors.length - 1;
  const rest =
    others === 0 ? '' : ` ${others === 1 ? 'Another one' : `${others} others`} can’t either.`;
  const done = work.done === 0 ? 'Nothing was changed.' : (work.result.message ?? '');
  return new WorkRefused(`${done} ${code} can’t be changed: ${sentence}${rest}`, {
    ...work.result,
    errors: Object.fromEntries(errors),
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

const listErrors = (results: readonly WriteResult[]): ReportErrors =>
  results.flatMap((result) =>
    result.ok ? [] : [[result.code, Object.values(result.errors).flat()] as const],
  );
