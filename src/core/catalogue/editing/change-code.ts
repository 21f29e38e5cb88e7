import { fail, ok, type Outcome } from '../../kernel/outcome.model.ts';
import type { StaffActor } from '../../staff/model.ts';
import { changeReportCode } from '../writing/change-report-code.ts';
import { actOnReport } from './act-on-report.ts';
import { isSold } from './bin.store.ts';
import type { EditingDeps } from './editing-deps.ts';

/**
 * The report has another code; orders keep the one that they were placed with. The code of a report
 * that was sold only the owner changes, with proof of identity. `invalid` for a code that is taken.
 */
export async function changeCode(
  deps: EditingDeps,
  actor: StaffActor,
  reportId: number,
  code: string,
): Promise<Outcome<undefined>> {
  const verb = (await isSold(deps.db, reportId)) ? 'report.change-sold-code' : 'report.edit';
  return actOnReport(deps, { actor, verb, reportId }, async (tx, report, audit) => {
    if (verb === 'report.edit' && (await isSold(tx, reportId)))
      return fail('conflict', 'The report was sold at this very moment. Please try again.');
    const errors = await changeReportCode(tx, deps, report, code);
    if (errors) return fail('invalid', 'The code was not changed.', { code: errors });
    audit({ before: { code: report.code }, after: { code } });
    return ok(undefined);
  });
}
