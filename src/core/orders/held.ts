import { dollars } from '../kernel/cents.ts';
import { done, refuse, type Outcome } from '../kernel/outcome.ts';
import { post } from '../kernel/post.ts';
import type { World } from '../world.ts';
import type { Asked } from './asked.ts';
import { refundLetter } from './letters.ts';
import type { Capture, Seen } from './payments.ts';
import { centsOf as cents } from './model.ts';
import { move, note, purchaseOf } from './store.ts';

/** Captures that hold money still. */
const holding: readonly string[] = ['COMPLETED', 'PARTIALLY_REFUNDED', 'PENDING'];
/** Captures that never took any. */
const untaken: readonly string[] = ['DECLINED', 'DENIED', 'FAILED'];

/** `rest` is what a capture holds beside what went back of it, in cents. */
type Holding = { readonly capture: Capture; readonly rest: number };
type Held = {
  readonly holding: readonly Holding[];
  readonly refunded: number;
  readonly taken: boolean;
  readonly listed: boolean;
};

/** What one of the provider's orders holds, what went back of it, and whether anything was ever taken for it. */
function heldIn({ captures, refunds }: Seen): Held {
  const made = refunds.filter(({ status }) => status === 'COMPLETED');
  const took = captures.filter(({ status }) => !untaken.includes(status));
  // A refund that names no capture is of the only one that took money.
  const backOf = (capture: Capture): number =>
    made
      .filter(({ captureId }) => (captureId ?? took[0]?.id) === capture.id)
      .reduce((sum, { value }) => sum + cents(value), 0);
  return {
    holding: took
      .filter(({ status }) => holding.includes(status))
      .map((capture) => ({ capture, rest: cents(capture.value) - backOf(capture) }))
      .filter(({ rest }) => rest > 0),
    refunded: made.reduce((sum, { value }) => sum + cents(value), 0),
    taken: took.length > 0 || refunds.length > 0,
    listed: captures.length > 0,
  };
}

/** What the provider holds for an order, in all its attempts; undefined where it gave no clear answer. */
async function heldOf(world: World, purchaseId: number): Promise<Held | undefined> {
  const all: Held[] = [];
  for (const { providerId } of await world.db
    .selectFrom('paymentAttempt')
    .select('providerId')
    .where('purchaseId', '=', purchaseId)
    .where('providerId', 'is not', null)
    .execute()) {
    const seen = await world.payments.look(String(providerId));
    if (seen.kind === 'unknown') return undefined;
    if (seen.kind === 'seen') all.push(heldIn(seen));
  }
  return {
    holding: all.flatMap((one) => one.holding),
    refunded: all.reduce((sum, one) => sum + one.refunded, 0),
    taken: all.some((one) => one.taken),
    listed: all.some((one) => one.listed),
  };
}

/**
 * A payment that differs from its order (`mismatch`) goes back whole, whatever it was; of one that went back in part at the provider, the rest. 422 for
 * another amount than the one that is held, 409 where the provider refuses, 502 where it gave no clear answer: asking again is safe.
 */
export async function giveBackHeld(
  world: World,
  asked: Asked,
  purchaseId: number,
  amount: number,
): Promise<Outcome<undefined>> {
  const unclear = refuse(
    502,
    'The provider gave no clear answer. Please ask again; nothing is given back twice.',
  );
  const held = await heldOf(world, purchaseId);
  if (!held) return unclear;
  const total = held.holding.reduce((sum, { rest }) => sum + rest, 0);
  if (total > 0 && amount !== total)
    return refuse(
      422,
      `This payment differs from its order: ${dollars(total)} are held, and go back whole.`,
      { amount: [`${dollars(total)} are held, and go back whole.`] },
    );
  for (const { capture, rest } of held.holding) {
    // The provider repeats its answer for an id: what is asked for the rest is not what was asked for the whole.
    const requestId =
      rest === cents(capture.value) ? `r-${capture.id}` : `r-${capture.id}-rest-${rest}`;
    const answer = await world.payments.refund(capture.id, requestId, rest, capture.currency);
    if (answer.kind === 'unknown') return unclear;
    if (answer.kind === 'refused')
      return refuse(409, `The provider refused the refund (${answer.issue}).`);
  }
  await closeHeld(world, asked, purchaseId, total);
  return done(undefined);
}

/**
 * A held order is closed once the provider holds nothing of it any more, whoever gave it back; its buyer has a letter that says how much. Where nothing
 * was ever taken there is none. `given` is what a person just gave back: it counts where the provider lists no refund.
 */
export async function closeHeld(
  world: World,
  asked: Asked,
  purchaseId: number,
  given?: number,
): Promise<void> {
  const held = await heldOf(world, purchaseId);
  if (!held || held.holding.length > 0) return;
  // It differed, so there was a payment: where the provider lists none at all any more, only a person closes it.
  if (!held.listed && given === undefined) return;
  const { siteName } = await asked.site();
  const order = await purchaseOf(world.db, purchaseId);
  const back = held.refunded || given || undefined;
  await world.db.transaction().execute(async (tx) => {
    if (!(await move(tx, purchaseId, 'mismatch', 'refunded'))) return;
    await note(
      tx,
      purchaseId,
      world.clock(),
      'refunded',
      held.taken ? { held: back } : { why: 'nothing was ever taken' },
    );
    if (held.taken)
      await post(
        world,
        tx,
        refundLetter(
          order,
          back,
          undefined,
          siteName,
          world.origin,
          `held-${String(order.number)}`,
        ),
      );
  });
}
