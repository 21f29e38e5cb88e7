/** A publisher with staff who edit reports. */
import type { ReportInput } from '#core/catalogue/reports/report-input.model.ts';
import { sql } from 'kysely';
import type { LongWork } from '#core/kernel/long-work.ts';
import { fail, ok, type Outcome } from '#core/kernel/outcome.model.ts';
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

type Changed = { readonly batch: string; readonly changed: number; readonly unchanged: number };

/** Begins a change of many reports, works on it to its end, and answers what came of it. */
export async function changeManyNow(
  { editing, deps, longWork }: Pick<TestEditing, 'editing' | 'deps' | 'longWork'>,
  actor: StaffActor,
  request: Parameters<TestEditing['editing']['many']['begin']>[1],
): Promise<Outcome<Changed>> {
  const begun = await editing.many.begin(actor, request);
  if (!begun.ok) return begun;
  const { state, failure, result } = await endWork(longWork, actor, begun.value);
  if (state !== 'done') return fail('invalid', failure ?? '', result.errors);
  const { changed = 0, unchanged = 0 } = result.counts ?? {};
  const [entry] = await deps.db
    .selectFrom('longWork')
    .select(sql<string>`input ->> 'batch'`.as('batch'))
    .where('id', '=', begun.value)
    .execute();
  return ok({ batch: entry?.batch ?? '', changed, unchanged });
}

/** The same for undoing it. */
export async function undoNow(
  { editing, longWork }: Pick<TestEditing, 'editing' | 'longWork'>,
  actor: StaffActor,
  batch: string,
): Promise<Outcome<{ readonly restored: number; readonly notes: readonly string[] }>> {
  const begun = await editing.undoing.undoBatch(actor, batch);
  if (!begun.ok) return begun;
  const { result } = await endWork(longWork, actor, begun.value);
  return ok({ restored: result.counts?.['restored'] ?? 0, notes: result.notes ?? [] });
}

/** Works on it until it is over, as workers do. */
export async function endWork(longWork: LongWork, actor: StaffActor, id: number) {
  for (;;) {
    const work = expectOk(await longWork.view(actor, id));
    if (work.state !== 'open') return work;
    await longWork.perform(id);
  }
}

/** The value of an outcome that must be one. */
export function expectOk<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(`${outcome.message} ${JSON.stringify(outcome.errors ?? {})}`);
  return outcome.value;
}

export async function openTestEditing(
  options?: Parameters<typeof openTestPublisher>[0],
): Promise<TestEditing> {
  const publisher = await openTestPublisher(options);
  const { db } = publisher.database;
  const provedAt = publisher.deps.clock();
  const anna = await addTestStaff(db, 'editor', { provedAt });
  const bo = await addTestStaff(db, 'editor', { provedAt });
  const owner = await addTestStaff(db, 'owner', { provedAt });
  const { editing } = publisher.catalogue;
  const openDraft = async (id: number) => expectOk(await editing.drafts.open(anna, id));
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
        await editing.drafts.save(actor, id, { revision, changes: [{ path, before, after }] }),
      );
    },
    revisionOf: async (id) => (await openDraft(id)).revision,
  };
}
