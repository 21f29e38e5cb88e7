import { sql, type RawBuilder } from 'kysely';
import type { Policy } from '../../content/model.ts';
import type { Database, Tx } from '../../deps.ts';

type Published = { readonly changedAt: Date; readonly changedBy: string };

/** In `tx`: the policy's text is its newest version; one that is the newest already stays it. */
export async function insertPolicyVersion(
  tx: Tx,
  name: string,
  { title, description, html, updatedOn }: Policy,
  { changedAt, changedBy }: Published,
): Promise<void> {
  const newest = await tx
    .selectFrom('policyVersion')
    .select(['number', 'title', 'description', 'html', 'updatedOn'])
    .where('name', '=', name)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  const isSame =
    newest?.title === title &&
    newest.description === description &&
    newest.html === html &&
    newest.updatedOn === updatedOn;
  if (isSame) return;
  const number = (newest?.number ?? 0) + 1;
  await tx
    .insertInto('policyVersion')
    .values({
      name,
      number,
      title,
      description,
      html,
      updatedOn,
      publishedAt: changedAt,
      publishedBy: changedBy,
    })
    .execute();
}

export type PolicyVersionRow = Policy & {
  readonly number: number;
  readonly publishedAt: Date;
  readonly publishedBy: string;
  /** Orders that were placed under it; only the terms are accepted with an order. */
  readonly orders: number;
};

const titleOfTerms = (day: RawBuilder<unknown>) =>
  sql<string>`policy_version.title || ' of ' || ${day}`;

/** Newest first. An order keeps the terms' title with their date, and their text. */
export const listPolicyVersions = (db: Database, name: string): Promise<PolicyVersionRow[]> =>
  db
    .selectFrom('policyVersion')
    .where('name', '=', name)
    .select(['number', 'title', 'description', 'html', 'updatedOn', 'publishedAt', 'publishedBy'])
    .select((eb) =>
      eb
        .selectFrom('purchase')
        .innerJoin('termsVersion', 'termsVersion.hash', 'purchase.termsHash')
        .whereRef('termsVersion.html', '=', 'policyVersion.html')
        .where('termsVersion.title', 'in', [
          titleOfTerms(sql`to_char(policy_version.updated_on, 'FMDD Mon YYYY')`),
          // As titles were until November 2026.
          titleOfTerms(sql`policy_version.updated_on`),
        ])
        .where(sql`policy_version.name`, '=', 'terms')
        .select((count) => count.cast<number>(count.fn.countAll(), 'integer').as('orders'))
        .as('orders'),
    )
    .orderBy('number', 'desc')
    .execute() as Promise<PolicyVersionRow[]>;

/** True if a text of the policy was drafted or published at any time. */
export async function hasPolicyText(db: Database, name: string): Promise<boolean> {
  const [version, draft] = [findNewestVersion(db, name), findPolicyDraft(db, name)];
  return (await version) !== undefined || (await draft) !== undefined;
}

export type PolicyDraftRow = {
  readonly title: string;
  readonly description: string;
  readonly html: string;
  readonly savedAt: Date;
  readonly savedBy: string;
};

/** A draft that is stored, with the number of its last edit. */
export type StoredPolicyDraft = PolicyDraftRow & { readonly revision: number };

export const listPolicyDrafts = (db: Database): Promise<(StoredPolicyDraft & { name: string })[]> =>
  db.selectFrom('policyDraft').selectAll().execute();

export const findPolicyDraft = (
  db: Database | Tx,
  name: string,
): Promise<StoredPolicyDraft | undefined> =>
  db
    .selectFrom('policyDraft')
    .select(['title', 'description', 'html', 'savedAt', 'savedBy', 'revision'])
    .where('name', '=', name)
    .executeTakeFirst();

/** The text that was published last; undefined if none was. */
export const findNewestVersion = (db: Database | Tx, name: string) =>
  db
    .selectFrom('policyVersion')
    .select(['number', 'title', 'description', 'html'])
    .where('name', '=', name)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Who published the text in force. */
export async function findPublisher(db: Database | Tx, name: string): Promise<string | undefined> {
  const newest = await db
    .selectFrom('policyVersion')
    .select('publishedBy')
    .where('name', '=', name)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest?.publishedBy;
}

/** Until `tx` ends nobody else saves a draft of the policy. */
export async function lockPolicy(tx: Tx, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`policy ${name}`}))`.execute(tx);
}

export async function putPolicyDraft(tx: Tx, name: string, draft: PolicyDraftRow): Promise<void> {
  await tx
    .insertInto('policyDraft')
    .values({ name, ...draft })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ ...draft }))
    .execute();
}

export async function deletePolicyDraft(tx: Tx, name: string): Promise<void> {
  await tx.deleteFrom('policyDraft').where('name', '=', name).execute();
}
