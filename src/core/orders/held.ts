import { dollars } from '../kernel/cents.ts';
import { done, refuse, type Outcome } from '../kernel/outcome.ts';
import { post } from '../kernel/post.ts';
import type { World } from '../world.ts';
import type { Asked } from './asked.ts';
import { refundLetter } from './letters.ts';
import type { Capture } from './payments.ts';
import { move, note, purchaseOf } from './store.ts';

/** Captures that hold money still. */
const holding: readonly string[] = ['COMPLETED', 'PARTIALLY_REFUNDED', 'PENDING'];

/** What the provider holds for an order; undefined where it gave no clear answer. */
async function heldOf(world: World, purchaseId: number): Promise<Capture[] | undefined> {
  const all: Capture[] = [];
  for (const { providerId } of await world.db.selectFrom('paymentAttempt').select('providerId').where('purchaseId', '=', purchaseId).where('providerId', 'is not', null).execute()) {
    const seen = await world.payments.look(String(providerId));
    if (seen.kind === 'unknown') return undefined;
    if (seen.kind === 'seen') all.push(...seen.captures.filter(({ status }) => holding.includes(status)));
  }
  return all;
}

const cents = ({ value }: Capture): number => Math.round(Number(value) * 100);

/**
 * A payment that differs from its order (`mismatch`) goes back whole, whatever it was. 422 for another amount than the one that is held, 409 where
 * the provider refuses, 502 where it gave no clear answer: asking again is safe.
 */
export async function giveBackHeld(world: World, asked: Asked, purchaseId: number, amount: number): Promise<Outcome<undefined>> {
  const unclear = refuse(502, 'The provider gave no clear answer. Please ask again; nothing is given back twice.');
  const held = await heldOf(world, purchaseId);
  if (!held) return unclear;
  const total = held.reduce((sum, one) => sum + cents(one), 0);
  if (held.length > 0 && amount !== total) return refuse(422, `This payment differs from its order: ${dollars(total)} are held, and go back whole.`, { amount: [`${dollars(total)} are held, and go back whole.`] });
  for (const one of held) {
    const answer = await world.payments.refund(one.id, `r-${one.id}`, cents(one), one.currency);
    if (answer.kind === 'unknown') return unclear;
    if (answer.kind === 'refused') return refuse(409, `The provider refused the refund (${answer.issue}).`);
  }
  await closeHeld(world, asked, purchaseId, total);
  return done(undefined);
}

/** A held order is closed once the provider holds nothing of it any more, whoever gave it back; its buyer has a letter. */
export async function closeHeld(world: World, asked: Asked, purchaseId: number, given?: number): Promise<void> {
  if ((await heldOf(world, purchaseId))?.length !== 0) return;
  const { siteName } = await asked.site();
  const order = await purchaseOf(world.db, purchaseId);
  await world.db.transaction().execute(async (tx) => {
    if (!(await move(tx, purchaseId, 'mismatch', 'refunded'))) return;
    await note(tx, purchaseId, world.clock(), 'refunded', { held: given });
    await post(world, tx, refundLetter(order, given, undefined, siteName, world.origin, `held-${String(order.number)}`));
  });
}
