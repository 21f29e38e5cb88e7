/** A publisher with staff who edit reports. */
import type { ReportInput } from '#core/catalogue/report-input.model.ts';
import type { Outcome } from '#core/kernel/outcome.model.ts';
import type { StaffActor } from '#core/staff/model.ts';
import { addTestStaff } from './test-staff.ts';
import { bareReport, openTestPublisher, type TestPublisher } from './test-publisher.ts';

export type TestEditing = TestPublisher & {
  readonly editing: TestPublisher['catalogue']['editing'];
  readonly anna: StaffActor;
  readonly bo: StaffActor;
  readonly owner: StaffActor;
  /** Writes a report that can be published, a draft unless told otherwise; answers its id. */
  readonly addReport: (code: string, more?: Partial<ReportInput>) => Promise<number>;
  /** Saves one field of a draft, as it is now to this value. */
  readonly save: (
    id: number,
    path: string,
    after: unknown,
    actor?: StaffActor,
  ) => Promise<{ revision: number }>;
  readonly revisionOf: (id: number) => Promise<number>;
};

/** The value of an outcome that must be one. */
export function expectOk<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(`${outcome.message} ${JSON.stringify(outcome.errors ?? {})}`);
  return outcome.value;
}

export async function openTestEditing(): Promise<TestEditing> {
  const publisher = await openTestPublisher();
  const { db } = publisher.database;
  const provedAt = publisher.deps.clock();
  const anna = await addTestStaff(db, 'editor', { provedAt });
  const bo = await addTestStaff(db, 'editor', { provedAt });
  const owner = await addTestStaff(db, 'owner', { provedAt });
  const { editing } = publisher.catalogue;
  const openDraft = async (id: number) => expectOk(await editing.openDraft(anna, id));
  return {
    ...publisher,
    editing,
    anna,
    bo,
    owner,
    addReport: async (code, more = {}) => {
      const description = [{ kind: 'paragraph', runs: [{ text: 'Cans are light.' }] }] as const;
      const title = `Report ${code}`;
      const input = { ...bareReport, code, title, description, state: 'draft' as const, ...more };
      const [result] = await publisher.write(input);
      if (!result?.ok) throw new Error(JSON.stringify(result));
      const report = await db
        .selectFrom('report')
        .select('id')
        .where('code', '=', code)
        .executeTakeFirstOrThrow();
      return report.id;
    },
    save: async (id, path, after, actor = anna) => {
      const { values, revision } = await openDraft(id);
      const before = (values as Record<string, unknown>)[path];
      return expectOk(
        await editing.saveFields(actor, id, { revision, changes: [{ path, before, after }] }),
      );
    },
    revisionOf: async (id) => (await openDraft(id)).revision,
  };
}
