/** Forms that count once, whatever a person, their browser or a proxy repeats. */
import { deserialize, serialize } from 'node:v8';
import { sql } from 'kysely';
import type { Database, GivenDeps, Tx } from '../given-deps.ts';
import { ok, type Outcome } from './outcome.model.ts';
import { hashSecret } from './secrets.ts';

/** How long the answer to a form is kept: no page stays open, and is sent, for longer. */
const keptDays = 90;
const removedAtOnce = 5000;

/** The effect of one form on one thing: a form that does several things has a row for each. */
export type FormEffect = {
  /**
   * Made when the form's page was rendered, with a digest of what the form says; of a program's call,
   * its Idempotency-Key with what was called.
   */
  readonly formKey: string;
  /** The number of a person of staff, or a program's name. */
  readonly sender: number | string;
  readonly verb: string;
  readonly thing: { readonly kind: string; readonly id: string };
};

/** The forms that were sent, and what each was answered. */
export class SentForms {
  readonly #vault: GivenDeps['vault'];

  constructor({ vault }: Pick<GivenDeps, 'vault'>) {
    this.#vault = vault;
  }

  /**
   * Does the work of a form, and keeps its answer in the same transaction. If the form has done this
   * before, nothing is done and the answer is the first one; one that is under way is waited for. A
   * refusal is not kept: such a form may be sent again. Without an effect it is done each time.
   */
  async doOnce<T>(
    tx: Tx,
    effect: FormEffect | undefined,
    work: () => Promise<Outcome<T>>,
  ): Promise<Outcome<T>> {
    if (!effect) return work();
    const { formKey, sender, verb, thing } = effect;
    const key = hashSecret(JSON.stringify([formKey, sender, verb, thing.kind, thing.id]));
    const earlier = await takeKey(tx, key);
    if (earlier) return ok(deserialize(Buffer.from(this.#vault.open(earlier), 'base64')) as T);
    const done = await work();
    if (!done.ok) return done;
    const answer = this.#vault.seal(serialize(done.value).toString('base64'));
    await tx.updateTable('sentForm').set({ answer }).where('key', '=', key).execute();
    return done;
  }
}

/** Returns the answer of whoever took the key before; undefined if it is taken now. */
async function takeKey(tx: Tx, key: string): Promise<string | null | undefined> {
  const taken = await tx
    .insertInto('sentForm')
    .values({ key })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('key')
    .executeTakeFirst();
  if (taken) return undefined;
  const row = await tx
    .selectFrom('sentForm')
    .select('answer')
    .where('key', '=', key)
    .executeTakeFirst();
  return row?.answer;
}

/** Removes answers that were kept long enough; an index finds them. */
export async function forgetSentForms(db: Database): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from sent_form where key in (
        select key from sent_form where sent_at < now() - make_interval(days => ${keptDays})
        limit ${removedAtOnce})`.execute(db);
    if (numAffectedRows < removedAtOnce) return;
  }
}
