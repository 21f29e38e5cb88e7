import { decimal } from '../kernel/cents.ts';
import { post } from '../kernel/post.ts';
import type { Tx, World } from '../world.ts';
import type { Asked, Publisher } from './asked.ts';
import { delivered, lease, patience, releaseAfterUnknown, type OrderState } from './model.ts';
import { anew } from './grants.ts';
import { unpaidLetter } from './letters.ts';
import { issuePaper } from './papers.ts';
import type { Capture, Seen } from './payments.ts';
import { takeRefunds } from './refund.ts';
import { deliverSoon, follow, lockKin, stands, superseded } from './standing.ts';
import {
  attemptByProvider,
  claim,
  holds,
  move,
  note,
  purchaseOf,
  release,
  type Attempt,
  type Purchase,
} from './store.ts';

/** Where an order stands after it was settled as far as it can be now. */
export type Settled =
  | 'paid'
  | 'not-approved'
  | 'declined'
  | 'checking'
  | 'review'
  | 'mismatch'
  | 'closed';

const after = (now: Date, ms: number): Date => new Date(now.getTime() + ms);

/**
 * Takes the money of an approved attempt once, whoever calls it and how often: the buyer's return, the reconciler,
 * a second tab. Unknown is not failed: without a clear answer the order stays `capturing` and the reconciler goes on.
 */
export async function settle(
  world: World,
  asked: Asked,
  attempt: Attempt,
  purchase: Purchase,
): Promise<Settled> {
  if (delivered.includes(purchase.state as OrderState)) return 'paid';
  if (purchase.state === 'mismatch') return 'mismatch';
  if (purchase.state === 'refunded' || purchase.state === 'reversed') return 'closed';
  if (attempt.closedAt) return 'declined';
  if (purchase.state === 'review') return conclude(world, asked, attempt, purchase, 'review');
  const owner = world.secret();
  const now = world.clock();
  if (!(await claim(world.db, purchase.id, owner, now, after(now, lease)))) {
    return awaitOther(world, purchase.id);
  }
  const alone = !(await stands(world.db, purchase)) || (await superseded(world.db, purchase));
  if (attempt.lastUnknownAt || alone) {
    const seen = await world.payments.look(String(attempt.providerId));
    if (seen.kind === 'seen' && seen.captures.length > 0)
      return conclude(world, asked, attempt, purchase, 'capturing', seen);
    if (seen.kind === 'unknown') return stayUnknown(world, attempt, purchase, seen.reason);
    // The order that this one enlarges was closed, or enlarged by another, meanwhile: the difference is not asked for.
    if (alone)
      return isRecent(world, attempt) ? 'checking' : letGo(world, asked, attempt, purchase, owner);
  }
  return capture(world, asked, attempt, purchase, owner);
}

/** Another holds the claim: three seconds are given to him, so that calls at once get one answer. */
async function awaitOther(world: World, id: number): Promise<Settled> {
  for (let looks = 0; ; looks++) {
    const { state } = await purchaseOf(world.db, id);
    if (delivered.includes(state as OrderState)) return 'paid';
    if (state === 'review' || state === 'mismatch') return state;
    if (state !== 'capturing') return 'not-approved';
    if (looks === 30) return 'checking';
    await world.pause(100);
  }
}

async function capture(
  world: World,
  asked: Asked,
  attempt: Attempt,
  purchase: Purchase,
  owner: string,
): Promise<Settled> {
  if (!(await holds(world.db, purchase.id, owner, world.clock()))) return 'checking';
  const answer = await world.payments.capture(
    String(attempt.providerId),
    `k-${attempt.providerId}-${attempt.captures}`,
  );
  if (answer.kind === 'done') return conclude(world, asked, attempt, purchase, 'capturing');
  if (answer.kind === 'unknown') return stayUnknown(world, attempt, purchase, answer.reason);
  if (answer.kind === 'declined') return decline(world, asked, attempt, purchase, answer.issue);
  if (isRecent(world, attempt)) return 'checking';
  return letGo(world, asked, attempt, purchase, owner);
}

/** True while an unanswered request may still be carried out. */
const isRecent = (world: World, { lastUnknownAt }: Attempt): boolean =>
  lastUnknownAt !== null && world.clock().getTime() - lastUnknownAt.getTime() < releaseAfterUnknown;

/** What the provider does not know any more will never be paid: an order that was being captured is over, and its buyer hears it. */
export async function giveUp(
  world: World,
  asked: Asked,
  attempt: Attempt,
  purchase: Purchase,
): Promise<void> {
  const owner = world.secret();
  const now = world.clock();
  if (
    isRecent(world, attempt) ||
    !(await claim(world.db, purchase.id, owner, now, after(now, lease)))
  )
    return;
  await letGo(
    world,
    asked,
    { ...attempt, lastUnknownAt: attempt.lastUnknownAt ?? now },
    purchase,
    owner,
  );
}

/** The claim is given up: nothing was taken. */
async function letGo(
  world: World,
  asked: Asked,
  attempt: Attempt,
  purchase: Purchase,
  owner: string,
): Promise<Settled> {
  const { siteName } = await asked.site();
  await world.db.transaction().execute(async (tx) => {
    await release(tx, purchase.id, owner, 'awaiting-approval');
    await tellUnpaid(world, tx, siteName, attempt, purchase);
  });
  return 'not-approved';
}

/** In `tx`: a buyer who was told that we check has a letter that says how it ended. */
async function tellUnpaid(
  world: World,
  tx: Tx,
  siteName: string,
  attempt: Attempt,
  purchase: Purchase,
): Promise<void> {
  if (purchase.state !== 'review' && !attempt.lastUnknownAt) return;
  await post(
    world,
    tx,
    unpaidLetter(
      purchase,
      siteName,
      world.origin,
      `unpaid-${String(purchase.number)}-${attempt.attempt}-${attempt.captures}`,
    ),
  );
}

async function stayUnknown(
  world: World,
  attempt: Attempt,
  purchase: Purchase,
  reason: string,
): Promise<Settled> {
  const now = world.clock();
  await world.db
    .updateTable('paymentAttempt')
    .set({ lastUnknownAt: now, nextLookAt: after(now, patience(attempt.looks)) })
    .where('id', '=', attempt.id)
    .execute();
  await note(world.db, purchase.id, now, 'unknown', { reason });
  world.log.warn({ order: purchase.number, reason }, 'a capture got no clear answer');
  return 'checking';
}

/** A definite no: the next capture gets a request id of its own, since the provider repeats its answer for the old one. Where the provider's order is `over` with it, the next try gets another order there. */
async function decline(
  world: World,
  asked: Asked,
  attempt: Attempt,
  purchase: Purchase,
  issue: string,
  over = false,
): Promise<Settled> {
  const { siteName } = await asked.site();
  await world.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('paymentAttempt')
      .set({
        captures: attempt.captures + 1,
        lastUnknownAt: null,
        ...(over ? { closedAt: world.clock() } : {}),
      })
      .where('id', '=', attempt.id)
      .where('captures', '=', attempt.captures)
      .execute();
    await tx
      .updateTable('purchase')
      .set({ state: 'awaiting-approval', claim: null, claimedUntil: null })
      .where('id', '=', purchase.id)
      .where('state', 'in', ['capturing', 'review'])
      .execute();
    await note(tx, purchase.id, world.clock(), 'declined', { issue });
    await tellUnpaid(world, tx, siteName, attempt, purchase);
  });
  return 'declined';
}

/** Compares what the provider keeps with what was ordered, before anything is called paid. */
async function conclude(
  world: World,
  asked: Asked,
  attempt: Attempt,
  purchase: Purchase,
  from: 'capturing' | 'review',
  known?: Seen,
): Promise<Settled> {
  const seen = known ?? (await world.payments.look(String(attempt.providerId)));
  if (seen.kind !== 'seen')
    return stayUnknown(
      world,
      attempt,
      purchase,
      seen.kind === 'missing' ? 'the provider does not know the order' : seen.reason,
    );
  const money = seen.captures.at(-1);
  if (!money)
    return stayUnknown(world, attempt, purchase, `no capture in an order that is ${seen.status}`);
  // Money that came and went back again before we looked came all the same: refunds are taken up after it.
  if (!['PENDING', 'COMPLETED', 'REFUNDED', 'PARTIALLY_REFUNDED'].includes(money.status))
    return decline(world, asked, attempt, purchase, money.status, true);
  const same =
    seen.customId === String(purchase.id) &&
    seen.invoiceId === purchase.number &&
    money.currency === purchase.currency &&
    money.value === decimal(purchase.priceCents);
  if (!same) {
    await move(world.db, purchase.id, from, 'mismatch');
    await note(world.db, purchase.id, world.clock(), 'mismatch', { seen });
    world.log.error(
      { order: purchase.number },
      'the provider captured something else than was ordered: a person must look',
    );
    return 'mismatch';
  }
  if (money.status === 'PENDING') {
    if (from !== 'review') await move(world.db, purchase.id, from, 'review');
    return 'review';
  }
  return pay(world, asked, attempt, purchase, from, seen, money);
}

/** `paid`, the grants and the letter are one transaction; who comes second finds `paid`. */
async function pay(
  world: World,
  asked: Asked,
  attempt: Attempt,
  purchase: Purchase,
  from: OrderState,
  seen: Seen,
  money: Capture,
): Promise<Settled> {
  const payment = {
    id: seen.providerId,
    status: seen.status,
    purchase_units: [
      {
        payments: {
          captures: [
            { id: money.id, amount: { value: money.value, currency_code: money.currency } },
          ],
        },
      },
    ],
    payer: { payer_id: seen.payer?.id ?? null, email_address: seen.payer?.email ?? null },
  };
  const site = await asked.site();
  await world.db.transaction().execute((tx) =>
    becomePaid(world, site, tx, purchase.id, {
      from,
      payment,
      paidBy: 'PayPal',
      detail: { capture: money.id },
      capture: { attempt: attempt.id, id: money.id },
    }),
  );
  if (seen.refunds.length > 0) await takeRefunds(world, asked, purchase.id, seen);
  const { state } = await purchaseOf(world.db, purchase.id);
  return delivered.includes(state as OrderState)
    ? 'paid'
    : state === 'reversed' || state === 'refunded'
      ? 'closed'
      : 'checking';
}

type Paid = {
  readonly from: OrderState;
  readonly payment: object;
  readonly paidBy: string;
  readonly detail: object;
  readonly capture?: { readonly attempt: number; readonly id: string };
};

/** In `tx`: paid, with the grants, the invoice, the certificate and the job that delivers; disputes and refunds that were heard before are followed. Nothing where somebody was quicker. */
export async function becomePaid(
  world: World,
  site: Publisher,
  tx: Tx,
  id: number,
  { from, payment, paidBy, detail, capture: taken }: Paid,
): Promise<void> {
  const now = world.clock();
  const order = await lockForPayment(tx, id);
  if (!(await move(tx, id, from, 'paid', { paidAt: now, payment: JSON.stringify(payment) })))
    return;
  await tx
    .updateTable('purchase')
    .set({ claim: null, claimedUntil: null, certificate: world.secret() })
    .where('id', '=', id)
    .execute();
  if (taken)
    await tx
      .updateTable('paymentAttempt')
      .set({ captureId: taken.id })
      .where('id', '=', taken.attempt)
      .execute();
  await grant(world, tx, id, null);
  await issuePaper(world, site, tx, order, { kind: 'invoice', cents: order.priceCents, paidBy });
  await note(tx, id, now, 'paid', detail);
  await deliverSoon(world, tx, id);
  // Who paid after all in another way owes no transfer for the same licence any more.
  const closed = await transfersBeside(tx, order).forUpdate().execute();
  for (const beside of closed) {
    await move(tx, beside.id, 'awaiting-transfer', 'cancelled');
    await note(tx, beside.id, now, 'cancelled', { instead: String(order.number) });
  }
  await follow(world, tx, id);
}

const transfersBeside = (tx: Tx, { id, browser, reportId, licence }: Purchase) =>
  tx
    .selectFrom('purchase')
    .select('id')
    .where('browser', '=', browser)
    .where('reportId', '=', reportId)
    .where('licence', '=', licence)
    .where('state', '=', 'awaiting-transfer')
    .where('id', '!=', id)
    .orderBy('id');

/** In `tx`: everything that a payment of the order changes is locked, oldest first. */
export async function lockForPayment(tx: Tx, id: number): Promise<Purchase> {
  const beside = await transfersBeside(tx, await purchaseOf(tx, id)).execute();
  return lockKin(
    tx,
    id,
    beside.map((one) => one.id),
  );
}

/** The buyer (no seat) or a seat may download both files, five times within thirty days. The buyer's grant that stands is left as it is; a seat's begins anew. */
export async function grant(
  world: World,
  tx: Tx,
  purchaseId: number,
  seatId: number | null,
): Promise<void> {
  const fresh = anew(world.clock());
  for (const kind of ['pdf', 'workbook']) {
    await tx
      .insertInto('deliveryGrant')
      .values({ purchaseId, kind, seatId, token: world.secret(), ...fresh })
      .onConflict((conflict) => {
        const known = conflict.columns(['purchaseId', 'kind', 'seatId']);
        return seatId === null ? known.doNothing() : known.doUpdateSet(fresh);
      })
      .execute();
  }
}

/** Settles by the provider's id; undefined where no order of ours has it. */
export async function settleByProvider(
  world: World,
  asked: Asked,
  providerId: string,
): Promise<{ settled: Settled; purchaseId: number } | undefined> {
  const known = await attemptByProvider(world.db, providerId);
  return (
    known && {
      settled: await settle(world, asked, known.attempt, known.purchase),
      purchaseId: known.purchase.id,
    }
  );
}
