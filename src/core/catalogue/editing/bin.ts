import type { Tx } from '../../deps.ts';
import { fail, ok, type Outcome } from '../../kernel/outcome.model.ts';
import type { StaffActor } from '../../staff/model.ts';
import { lockReportById, type StoredReport } from '../writing/stored-reports.store.ts';
import type { ReportVerbs } from './act-on-report.ts';
import { deleteReport, isOrdered, listOldInBin } from './bin.store.ts';
import { removeSchedule } from './schedules.store.ts';
import type { EditingDeps } from './editing-deps.ts';

/** How long a report can be taken out of the bin again. */
const binDays = 30;
const batchSize = 100;

/** Reports that were withdrawn or thrown away, for staff. */
export class Bin {
  readonly #deps: EditingDeps;
  readonly #verbs: ReportVerbs;

  constructor(deps: EditingDeps, parts: { readonly reportVerbs: ReportVerbs }) {
    this.#deps = deps;
    this.#verbs = parts.reportVerbs;
  }

  /**
   * Its page answers 410 and nobody can buy it; buyers keep their files. `conflict` in other states.
   */
  withdraw(actor: StaffActor, reportId: number): Promise<Outcome<undefined>> {
    return this.#verbs.act(
      { actor, verb: 'report.withdraw', reportId },
      async (tx, report, audit) => {
        if (report.state !== 'published') return fail('conflict', 'This report is not published.');
        const change = { code: report.code, state: 'withdrawn' } as const;
        const version = await this.#writeState(tx, actor, change);
        await removeSchedule(tx, reportId);
        const before = { state: report.state, version: report.versionNumber };
        audit({ before, after: { state: 'withdrawn', version } });
        return ok(undefined);
      },
    );
  }

  /** Moves it to the bin; buyers keep their files. `conflict` where it is there already. */
  put(actor: StaffActor, reportId: number): Promise<Outcome<undefined>> {
    return this.#verbs.act({ actor, verb: 'report.bin', reportId }, async (tx, report, audit) => {
      if (report.state === 'bin') return fail('conflict', 'This report is in the bin already.');
      await this.#deps.writer.moveToBin(tx, [report.code]);
      await removeSchedule(tx, reportId);
      audit({ before: { state: report.state }, after: { state: 'bin' } });
      return ok(undefined);
    });
  }

  /** Takes it out of the bin as it was. `conflict` where it is not in the bin. */
  takeOut(actor: StaffActor, reportId: number): Promise<Outcome<undefined>> {
    return this.#verbs.act({ actor, verb: 'report.bin', reportId }, async (tx, report, audit) => {
      if (report.state !== 'bin') return fail('conflict', 'This report is not in the bin.');
      await this.#writeState(tx, actor, { code: report.code });
      audit({ before: { state: 'bin' }, after: { state: report.parts.state } });
      return ok(undefined);
    });
  }

  async #writeState(
    tx: Tx,
    actor: StaffActor,
    input: { readonly code: string; readonly state?: 'withdrawn' },
  ): Promise<number> {
    const [result] = await this.#deps.writer.write(tx, [input], { actor: actor.name });
    if (!result?.ok) throw new Error(`The report ${input.code} can’t be written as it was.`);
    return result.versionNumber;
  }

  /**
   * Deletes a report with all but its entries in the audit log; its files are in the trash for thirty
   * days. `conflict` if it is not in the bin, or was ordered: then it stays there for its buyers.
   */
  async deleteForEver(actor: StaffActor, reportId: number): Promise<Outcome<undefined>> {
    let keys: string[] = [];
    const attempt = { actor, verb: 'report.delete-for-ever', reportId } as const;
    const outcome = await this.#verbs.act(attempt, async (tx, report, audit) => {
      if (report.state !== 'bin') return fail('conflict', 'Move the report to the bin first.');
      if (await isOrdered(tx, reportId))
        return fail(
          'conflict',
          'This report has been ordered, so it stays in the bin for its buyers.',
        );
      keys = await this.#deleteWholly(tx, report);
      audit({ before: { title: report.title, version: report.versionNumber } });
      return ok(undefined);
    });
    if (outcome.ok) await this.#removeFiles(keys);
    return outcome;
  }

  async #deleteWholly(tx: Tx, report: StoredReport): Promise<string[]> {
    const keys = await deleteReport(tx, report.id);
    await this.#deps.invalidate(tx, [`report:${report.slug}`]);
    return keys;
  }

  async #removeFiles(keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.#deps.fileCleaning.trash.move(key);
  }

  /** Job: reports that were in the bin for thirty days and never ordered are deleted. */
  async empty(): Promise<void> {
    if (!(await this.#deps.fileCleaning.mayClean())) return;
    const before = new Date(this.#deps.clock().getTime() - binDays * 86_400_000);
    for (const { id, code } of await listOldInBin(this.#deps.db, before, batchSize)) {
      const keys = await this.#deps.db.transaction().execute(async (tx) => {
        const report = await lockReportById(tx, id);
        if (report?.state !== 'bin' || (await isOrdered(tx, id))) return [];
        const deleted = await this.#deleteWholly(tx, report);
        await this.#deps.audit.record(tx, {
          actor: { programName: 'the emptying of the bin' },
          verb: 'report.delete-for-ever',
          thing: { kind: 'report', id: code },
          change: { before: { title: report.title, version: report.versionNumber } },
        });
        return deleted;
      });
      await this.#removeFiles(keys);
    }
  }
}
