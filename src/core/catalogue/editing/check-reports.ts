import { readReportById } from '../writing/stored-reports.store.ts';
import type { DraftChecks } from './check-draft.ts';
import * as drafts from './drafts.store.ts';
import { listCheckedBefore, listUnchecked, saveCheck } from './report-checks.store.ts';
import type { EditingDeps } from './editing-deps.ts';

const maxReportsPerRun = 400;
const dayMs = 86_400_000;
/** Warnings of stale years change without an edit. */
const recheckAfterMs = 30 * dayMs;

/** The checks of edited reports, which lists show. */
export class ReportChecks {
  readonly #deps: EditingDeps;
  readonly #checks: DraftChecks;

  constructor(deps: EditingDeps, checks: DraftChecks) {
    this.#deps = deps;
    this.#checks = checks;
  }

  /** Lists know what the checks say of each report; those that were edited last come first. */
  async checkEdited(): Promise<void> {
    const { db, clock } = this.#deps;
    const edited = await listUnchecked(db, maxReportsPerRun);
    const before = new Date(clock().getTime() - recheckAfterMs);
    const old = await listCheckedBefore(db, before, maxReportsPerRun - edited.length);
    for (const { reportId, editedAt } of [...edited, ...old]) {
      const report = await readReportById(db, reportId);
      if (!report) continue;
      const draft = await drafts.readDraft(db, reportId);
      await db.transaction().execute(async (tx) => {
        const { blocking, warnings } = await this.#checks.check(tx, report, {
          changes: draft?.changes ?? {},
        });
        const counts = { blocking: blocking.length, warnings: warnings.length };
        await saveCheck(tx, { reportId, editedAt, checkedAt: clock(), ...counts });
      });
    }
  }
}
