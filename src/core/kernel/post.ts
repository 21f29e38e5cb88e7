import type { Letter, Tx, World } from '../world.ts';

/** Tries before a letter is called failed; the waits between them grow, all together about three days. */
const tries = 25;

/** The letter is sent exactly if `tx` commits, and once: a second one with the same Message-ID is left out. */
export async function post(world: World, tx: Tx, letter: Letter): Promise<void> {
  const { to, subject, messageId, ...body } = letter;
  const row = await tx.insertInto('letter').values({ to, subject, messageId, body: JSON.stringify(body), writtenAt: world.clock() })
    .onConflict((conflict) => conflict.column('messageId').doNothing()).returning('id').executeTakeFirst();
  if (row) await world.later(tx, 'post.send', { id: row.id }, { key: `letter-${row.id}`, maxAttempts: tries });
}

/** Sends one waiting letter. Throws where the mail server did not take it, so that the job comes again; the last failure is its end. */
export async function send(world: World, id: number): Promise<void> {
  const row = await world.db.selectFrom('letter').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row || row.state !== 'waiting') return;
  const body = row.body as unknown as Omit<Letter, 'to' | 'subject' | 'messageId'>;
  try {
    await world.mail.send({ ...body, to: row.to, subject: row.subject, messageId: row.messageId });
  } catch (error) {
    const last = row.tries + 1 >= tries;
    await world.db.updateTable('letter').set({ tries: row.tries + 1, lastError: String(error).slice(0, 500), ...(last ? { state: 'failed' } : {}) }).where('id', '=', id).execute();
    if (last) return world.log.error({ letter: id }, 'a letter could not be sent in any try: a person must look');
    throw error;
  }
  await world.db.updateTable('letter').set({ state: 'sent', sentAt: world.clock(), tries: row.tries + 1, lastError: null }).where('id', '=', id).execute();
}
