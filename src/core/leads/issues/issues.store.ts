import { type Selectable } from 'kysely';
import type { Database, Tx } from '../../deps.ts';
import type { DB } from '../../kernel/database-types.ts';
import { countListed, takeByNewestId, type ListSpan } from '../../kernel/list-page.store.ts';
import type { Issue, IssueCard, IssueContent, IssueState } from './issue.model.ts';

const columns = [
  'id',
  'subject',
  'preheader',
  'body',
  'cardKeys',
  'industryIds',
  'state',
  'revision',
  'sendAt',
  'startedAt',
  'finishedAt',
  'changedAt',
  'stopReason',
] as const;
const columnsOfIssue = columns.map((name) => `newsletterIssue.${name}` as const);

const selectIssues = (db: Database | Tx) =>
  db
    .selectFrom('newsletterIssue')
    .leftJoin('staff', 'staff.id', 'newsletterIssue.changedBy')
    .select(columnsOfIssue)
    .select('staff.name as changedBy');

export const findIssue = (db: Database | Tx, id: number): Promise<Issue | undefined> =>
  selectIssues(db).where('newsletterIssue.id', '=', id).executeTakeFirst();

/** The same, locked against changes until `tx` ends. */
export async function lockIssue(tx: Tx, id: number): Promise<Issue | undefined> {
  await tx
    .selectFrom('newsletterIssue')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return findIssue(tx, id);
}

type Made = { readonly changedAt: Date; readonly changedBy: number };

/** The id of the new draft. */
export async function insertIssue(
  tx: Tx,
  { body, ...content }: IssueContent,
  { changedAt, changedBy }: Made,
): Promise<number> {
  const { id } = await tx
    .insertInto('newsletterIssue')
    .values({
      ...toColumns(content),
      body: JSON.stringify(body),
      createdAt: changedAt,
      changedAt,
      changedBy,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The draft says this, and its revision is the next one. */
export async function updateIssueContent(
  tx: Tx,
  id: number,
  { body, ...content }: IssueContent,
  made: Pick<Made, 'changedAt'> & Partial<Made>,
): Promise<void> {
  await tx
    .updateTable('newsletterIssue')
    .set({ ...toColumns(content), body: JSON.stringify(body), ...made })
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

const toColumns = ({ cardKeys, industryIds, ...rest }: Omit<IssueContent, 'body'>) => ({
  subject: rest.subject,
  preheader: rest.preheader,
  cardKeys: [...cardKeys],
  industryIds: [...industryIds],
});

export async function deleteIssue(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('newsletterIssue').where('id', '=', id).execute();
}

type StateChange = {
  readonly state: IssueState;
  readonly sendAt?: Date | null;
  readonly startedAt?: Date;
  readonly finishedAt?: Date | null;
  readonly cards?: readonly IssueCard[];
  /** If it stopped by itself: what the mail server said. */
  readonly stopReason?: string;
};

export async function setIssueState(
  tx: Tx,
  id: number,
  { cards, stopReason, ...change }: StateChange,
): Promise<void> {
  await tx
    .updateTable('newsletterIssue')
    .set({
      ...change,
      ...(cards ? { cards: JSON.stringify(cards) } : {}),
      stopReason: stopReason ?? null,
    })
    .where('id', '=', id)
    .execute();
}

export type Answers = {
  readonly answeredCount: number;
  readonly refusedCount: number;
  readonly refusedInRow: number;
};

/** In `tx`: the mail server took one more email of the issue, or refused it. All so far. */
export async function countAnswer(tx: Tx, id: number, isRefused: boolean): Promise<Answers> {
  return tx
    .updateTable('newsletterIssue')
    .set((eb) => ({
      answeredCount: eb('answeredCount', '+', 1),
      refusedCount: eb('refusedCount', '+', isRefused ? 1 : 0),
      refusedInRow: isRefused ? eb('refusedInRow', '+', 1) : eb.val(0),
    }))
    .where('id', '=', id)
    .returning(['answeredCount', 'refusedCount', 'refusedInRow'])
    .executeTakeFirstOrThrow();
}

export const readAnswers = (tx: Tx, id: number): Promise<Answers> =>
  tx
    .selectFrom('newsletterIssue')
    .select(['answeredCount', 'refusedCount', 'refusedInRow'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

/** In `tx`: the mail server's answers are counted from here. */
export async function forgetAnswers(tx: Tx, id: number): Promise<void> {
  await tx
    .updateTable('newsletterIssue')
    .set({ answeredCount: 0, refusedCount: 0, refusedInRow: 0 })
    .where('id', '=', id)
    .execute();
}

/** Issues that stopped by themselves, the newest first. */
export const listStoppedIssues = (db: Database) =>
  db
    .selectFrom('newsletterIssue')
    .select(['id', 'subject', 'stopReason'])
    .where('stopReason', 'is not', null)
    .orderBy('id', 'desc')
    .limit(20)
    .execute();

/** The cards of an issue whose sending has begun. */
export async function readFixedCards(
  db: Database | Tx,
  id: number,
): Promise<readonly IssueCard[] | null> {
  const row = await db
    .selectFrom('newsletterIssue')
    .select('cards')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.cards ?? null;
}

export type StoredIssueRow = Omit<
  Selectable<DB['newsletterIssue']>,
  | ('preheader' | 'body' | 'cardKeys' | 'cards' | 'revision' | 'createdAt' | 'changedBy')
  | ('answeredCount' | 'refusedCount' | 'refusedInRow' | 'stopReason')
>;

const ofState = (db: Database, state: IssueState | undefined) =>
  db
    .selectFrom('newsletterIssue')
    .select('id')
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'draft'));

/** The newest first; before a row, the nearest first. */
export const listIssueRows = (
  db: Database,
  state: IssueState | undefined,
  span: ListSpan,
): Promise<StoredIssueRow[]> =>
  ofState(db, state)
    .select(['subject', 'state', 'industryIds', 'sendAt', 'startedAt', 'finishedAt', 'changedAt'])
    .$call(takeByNewestId(span))
    .execute();

export const countIssues = (db: Database, state: IssueState | undefined): Promise<number> =>
  countListed(db, ofState(db, state));

/** Issues that are being sent. */
export async function listIssuesAtWork(db: Database): Promise<number[]> {
  const rows = await ofState(db, 'sending').orderBy('id').execute();
  return rows.map(({ id }) => id);
}

/** Industries by id, in the publisher's order. */
export const listIndustryNames = (db: Database) =>
  db
    .selectFrom('industry')
    .select(['id', 'name', 'slug'])
    .orderBy('position', (order) => order.asc().nullsLast())
    .orderBy('name')
    .execute();
