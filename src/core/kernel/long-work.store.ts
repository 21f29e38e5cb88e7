import { sql } from 'kysely';
import type { Database, Tx } from '../given-deps.ts';
import type { StaffVerb } from '../staff/verbs.model.ts';
import type { Actor } from './audit.ts';
import type { LongWorkResult, LongWorkState } from './long-work.model.ts';

const columns = [
  'id',
  'kind',
  'title',
  'verb',
  'actor',
  'actorName',
  'input',
  'state',
  'position',
  'done',
  'total',
  'result',
  'failure',
  'fileKey',
  'fileName',
  'createdAt',
  'finishedAt',
  'dueAt',
  'claimToken',
  'tries',
  'lastError',
] as const;

const claimHolds = sql<boolean>`(claim_token is not null and due_at > clock_timestamp())`;

const selectWork = (db: Database | Tx) =>
  db.selectFrom('longWork').select(columns).select(claimHolds.as('isRunning'));

export type WorkRow = NonNullable<Awaited<ReturnType<typeof findWork>>>;

export async function findWork(db: Database | Tx, id: number) {
  const row = await selectWork(db).where('id', '=', id).executeTakeFirst();
  return row && readRow(row);
}

function readRow(
  row: Awaited<ReturnType<ReturnType<typeof selectWork>['executeTakeFirstOrThrow']>>,
) {
  const { actor, verb, state, position, result, ...others } = row;
  return {
    ...others,
    actor: readActor(actor),
    verb: verb as StaffVerb,
    state: state as LongWorkState,
    position: position as Readonly<Record<string, unknown>>,
    result: result as LongWorkResult,
  };
}

function readActor(stored: unknown): Actor {
  const actor = stored as Actor;
  return 'programName' in actor ? actor : { ...actor, provedAt: new Date(actor.provedAt) };
}

/** Each piece of the work is no form of its own. */
const writeActor = (actor: Actor): string => JSON.stringify({ ...actor, formKey: undefined });

/** The newest first, of those that these verbs may see. */
export async function listWork(
  db: Database,
  verbs: readonly StaffVerb[],
  { before, limit }: { readonly before: number | undefined; readonly limit: number },
): Promise<WorkRow[]> {
  const rows = await selectWork(db)
    .where('verb', 'in', [...verbs])
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(readRow);
}

export type NewWork = {
  readonly kind: string;
  readonly formKey: string;
  readonly verb: StaffVerb;
  readonly actor: Actor;
  readonly actorName: string;
};

/** The id of a new piece of work; undefined if the key is taken, also by one that waits here. */
export async function insertWork(tx: Tx, work: NewWork): Promise<number | undefined> {
  const row = await tx
    .insertInto('longWork')
    .values({ ...work, actor: writeActor(work.actor), title: '', input: '{}' })
    .onConflict((conflict) => conflict.column('formKey').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Finds the work that was begun with this key, and its actor. */
export async function findByKey(
  db: Database | Tx,
  formKey: string,
): Promise<{ id: number; kind: string; staffId: number | undefined } | undefined> {
  const row = await db
    .selectFrom('longWork')
    .select(['id', 'kind', sql<number | null>`(actor ->> 'staffId')::int`.as('staffId')])
    .where('formKey', '=', formKey)
    .executeTakeFirst();
  return row && { ...row, staffId: row.staffId ?? undefined };
}

export type WorkPlan = {
  /** As people read it: "Change the prices of 5,021 reports". */
  readonly title: string;
  readonly input: object;
  /** undefined if it is not known yet. */
  readonly total?: number | undefined;
};

export async function savePlan(tx: Tx, id: number, plan: WorkPlan): Promise<void> {
  const { title, input, total = null } = plan;
  await tx
    .updateTable('longWork')
    .set({ title, input: JSON.stringify(input), total })
    .where('id', '=', id)
    .execute();
}

export type WorkChanges = {
  readonly done?: number;
  readonly total?: number;
  readonly position?: object;
  readonly result?: LongWorkResult;
};

export async function saveChanges(tx: Tx, id: number, changes: WorkChanges): Promise<void> {
  const { position, result, ...counts } = changes;
  const json = {
    ...(position ? { position: JSON.stringify(position) } : {}),
    ...(result ? { result: JSON.stringify(result) } : {}),
  };
  if (Object.keys(changes).length === 0) return;
  await tx
    .updateTable('longWork')
    .set({ ...counts, ...json })
    .where('id', '=', id)
    .execute();
}

type Ended = {
  readonly state: LongWorkState;
  readonly failure?: string | null;
  readonly file?: { readonly key: string; readonly name: string };
};

/** `open` begins it anew from where it stands. */
export async function saveState(tx: Tx, id: number, ended: Ended): Promise<void> {
  const { state, failure = null, file } = ended;
  await tx
    .updateTable('longWork')
    .set({
      state,
      failure,
      finishedAt: state === 'open' ? null : sql<Date>`clock_timestamp()`,
      stopNoted: state !== 'cancelled',
      ...(file ? { fileKey: file.key, fileName: file.name } : {}),
    })
    .where('id', '=', id)
    .execute();
}

/** Its module has heard that it was cancelled. False if that was so already. */
export async function saveStopNoted(tx: Tx, id: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('longWork')
    .set({ stopNoted: true })
    .where('id', '=', id)
    .where('stopNoted', '=', false)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Work that was cancelled, of which its module has not heard. */
export async function listUnnotedStops(db: Database): Promise<number[]> {
  const rows = await db
    .selectFrom('longWork')
    .select('id')
    .where('stopNoted', '=', false)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Files of work that ended so many days ago. */
export const listOldFiles = (
  db: Database,
  days: number,
): Promise<{ id: number; fileKey: string | null }[]> =>
  db
    .selectFrom('longWork')
    .select(['id', 'fileKey'])
    .where('fileKey', 'is not', null)
    .where('finishedAt', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .orderBy('finishedAt')
    .execute();

export const forgetFile = (db: Database, id: number): Promise<unknown> =>
  db.updateTable('longWork').set({ fileKey: null }).where('id', '=', id).execute();

const removedAtOnce = 1000;

/** Work that ended so many days ago is gone, but for what has a file still. */
export async function removeOldWork(db: Database, days: number): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from long_work where id in (
        select id from long_work
        where finished_at < now() - make_interval(days => ${days}) and file_key is null
        order by finished_at limit ${removedAtOnce})`.execute(db);
    if (numAffectedRows < removedAtOnce) return;
  }
}

/** Those of the keys that a piece of work has. */
export async function findWorkFileKeys(
  db: Database,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('longWork')
    .select('fileKey')
    .where('fileKey', 'in', [...keys])
    .execute();
  return new Set(rows.flatMap(({ fileKey }) => fileKey ?? []));
}

/** Work whose input has the value, the newest first: what is open of it, or all. */
export const listByInput = (
  db: Database | Tx,
  [field, value]: readonly [field: string, value: string],
  { kind, isOpen = false }: { readonly kind?: string; readonly isOpen?: boolean },
): Promise<{ id: number; state: string }[]> =>
  db
    .selectFrom('longWork')
    .select(['id', 'state'])
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? ''))
    .$if(isOpen, (query) => query.where('state', '=', 'open'))
    .where(sql<boolean>`input ->> ${field} = ${value}`)
    .orderBy('id', 'desc')
    .execute();
