import type { Tx } from '../../deps.ts';
import { actAsStaff, refuseAsStaff, type AuditChange } from '../../kernel/audit.ts';
import { fail, type Outcome } from '../../kernel/outcome.model.ts';
import type { StaffActor } from '../../staff/model.ts';
import type { StaffVerb } from '../../staff/verbs.model.ts';
import {
  lockReportById,
  readReportById,
  type StoredReport,
} from '../writing/stored-reports.store.ts';
import type { EditingDeps } from './editing-deps.ts';

type Attempt = {
  readonly actor: StaffActor;
  readonly verb: StaffVerb;
  readonly reportId: number;
};

/**
 * Does a verb of staff on one report, which is locked meanwhile. `not-found` for an unknown id, else
 * as `actAsStaff`.
 */
export async function actOnReport<T>(
  deps: EditingDeps,
  { actor, verb, reportId }: Attempt,
  work: (tx: Tx, report: StoredReport, audit: (change: AuditChange) => void) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const found = await readReportById(deps.db, reportId);
  const thing = { kind: 'report', id: found?.code ?? String(reportId) };
  if (!found) return (await refuseAsStaff(deps, actor, { verb, thing })) ?? noReport;
  return actAsStaff(deps, actor, { verb, thing }, async (tx, audit) => {
    const report = await lockReportById(tx, reportId);
    return report ? work(tx, report, audit) : noReport;
  });
}

export const noReport = fail('not-found', 'There is no such report.');
