import { createAsStaff } from '../../kernel/create-as-staff.ts';
import { fail, ok, type Outcome } from '../../kernel/outcome.model.ts';
import type { StaffActor } from '../../staff/model.ts';
import { listKnownCodes } from '../writing/stored-reports.store.ts';
import { writeReports } from '../writing/write-reports.ts';
import { findReportId } from './staff-list.store.ts';
import type { EditingDeps } from './editing-deps.ts';

export type NewReport = {
  readonly code: string;
  readonly title: string;
  readonly industry: string;
};

/**
 * A draft that nobody else sees; answers its id. `invalid` by field, also for a code that a report
 * has already.
 */
export const createReport = (
  deps: EditingDeps,
  actor: StaffActor,
  { code, title, industry }: NewReport,
): Promise<Outcome<{ readonly id: number }>> =>
  createAsStaff(
    deps,
    actor,
    { verb: 'report.edit', kind: 'report', id: code },
    async (tx, audit) => {
      if ((await listKnownCodes(tx, [code])).size > 0) {
        const sentence = `There is a report ${code} already, perhaps in the bin.`;
        return fail('invalid', sentence, { code: [sentence] });
      }
      const input = { code, title, industry, state: 'draft' as const };
      const [result] = await writeReports(tx, deps, [input], { actor: actor.name });
      if (!result?.ok)
        return fail('invalid', 'Please check the fields below.', result?.errors ?? {});
      audit({ after: input });
      return ok({ id: (await findReportId(tx, code)) ?? 0 });
    },
  );
