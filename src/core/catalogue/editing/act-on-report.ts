import type { Deps, Tx } from '../../deps.ts';
import type { AuditChange } from '../../kernel/audit.ts';
import { fail, type Outcome } from '../../kernel/outcome.model.ts';
import type { StaffActor } from '../../staff/model.ts';
import type { StaffVerb } from '../../staff/verbs.model.ts';
import {
  lockReportById,
  readReportById,
  type StoredReport,
} from '../writing/stored-reports.store.ts';

type VerbDeps = Pick<Deps, 'db' | 'staffActs'>;

type Attempt = {
  readonly actor: StaffActor;
  readonly verb: StaffVerb;
  readonly reportId: number;
};

/** The verbs of staff on one report. */
export class ReportVerbs {
  readonly #deps: VerbDeps;

  constructor(deps: VerbDeps) {
    this.#deps = deps;
  }

  /**
   * Does a verb on a report, which is locked meanwhile. `not-found` for an unknown id, else as
   * `StaffActs.perform`.
   */
  async act<T>(
    { actor, verb, reportId }: Attempt,
    work: (
      tx: Tx,
      report: StoredReport,
      audit: (change: AuditChange) => void,
    ) => Promise<Outcome<T>>,
  ): Promise<Outcome<T>> {
    const found = await readReportById(this.#deps.db, reportId);
    const thing = { kind: 'report', id: found?.code ?? String(reportId) };
    const attempt = { verb, thing };
    if (!found) return (await this.#deps.staffActs.refuse(actor, attempt)) ?? noReport;
    return this.#deps.staffActs.perform(actor, attempt, async (tx, audit) => {
      const report = await lockReportById(tx, reportId);
      return report ? work(tx, report, audit) : noReport;
    });
  }
}

export const noReport = fail('not-found', 'There is no such report.');
