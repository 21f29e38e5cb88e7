/** Who hears of a scheduled report that is not published. */
import type { Tx } from '../../deps.ts';

export type Recipient = {
  readonly id: number;
  readonly email: string;
  readonly name: string;
};

/**
 * To each of the reports who made its present version: the one member of staff of that name, whether
 * by hand or by an import; else, and if they left, all owners.
 */
export async function listSchedulers(
  tx: Tx,
  reportIds: readonly number[],
): Promise<ReadonlyMap<number, readonly Recipient[]>> {
  if (reportIds.length === 0) return new Map();
  const made = await tx
    .selectFrom('report')
    .innerJoin('reportVersion', (join) =>
      join
        .onRef('reportVersion.reportId', '=', 'report.id')
        .onRef('reportVersion.number', '=', 'report.versionNumber'),
    )
    .select(['report.id', 'reportVersion.madeBy'])
    .where('report.id', 'in', [...reportIds])
    .execute();
  const staff = await tx
    .selectFrom('staff')
    .select(['id', 'email', 'name', 'role'])
    .where('disabledAt', 'is', null)
    .orderBy('id')
    .execute();
  const owners = staff.filter(({ role }) => role === 'owner');
  return new Map(
    made.map(({ id, madeBy }) => {
      const maker = madeBy.replace(/ \(import \d+\)$/, '');
      const named = staff.filter(({ name }) => name === maker);
      return [id, named.length === 1 ? named : owners];
    }),
  );
}
