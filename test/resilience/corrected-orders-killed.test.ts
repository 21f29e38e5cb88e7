import { afterAll, beforeAll, expect, test } from 'vitest';
import { approvePayment, billing, type PlacedOrder } from '../support/test-buyer.ts';
import { readPurchaseId } from '../support/paypal.ts';
import { startKillable } from '../support/start-killable.ts';
import { openOrderTester, type OrderTester } from '../support/test-orders.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';
import type { PairEvent, PairRun } from './killable-pair.ts';

/** Pairs that are killed: twelve of all steps and kinds; FAULT_RUNS asks for more. */
const askedRuns = process.env['FAULT_RUNS'];
const parallelRuns = 3;

let buyer: OrderTester;
let folder: TemporaryFolder;
let countryIds: readonly string[];
beforeAll(async () => {
  buyer = await openOrderTester();
  folder = createTemporaryFolder('pairs');
  // Another country is another tax: the corrected order is an order of its own.
  const settings = await buyer.app.store.getSettings();
  const tax = { kind: 'vat', country: 'DE', number: 'DE123456789', prices: 'net' };
  const changed = { ...settings, currency: 'EUR', tax };
  expect(await buyer.app.store.replaceSettings(changed, 'test')).toMatchObject({ ok: true });
  countryIds = (await buyer.app.content.listCountries())
    .filter(({ iso2 }) => ['DE', 'FR'].includes(iso2))
    .map(({ id }) => String(id));
});
afterAll(async () => {
  await buyer?.close();
  folder?.remove();
});

type Cause = PairEvent['cause'];

/** In which order both are heard of, by what, and whether both were charged already. */
type Course = {
  readonly causes: readonly [forFirst: Cause, forSecond: Cause];
  readonly isSecondHeardFirst: boolean;
  /** The replaced order was captured all the same: by a process that the store knows nothing of. */
  readonly isFirstCaptured: boolean;
};

const causes: readonly Cause[] = ['return', 'webhook'];
const courses: readonly Course[] = [false, true].flatMap((isFirstCaptured) =>
  [false, true].flatMap((isSecondHeardFirst) =>
    causes.flatMap((forFirst) =>
      causes.map((forSecond): Course => {
        return { causes: [forFirst, forSecond], isSecondHeardFirst, isFirstCaptured };
      }),
    ),
  ),
);

type Pair = Course & {
  readonly email: string;
  readonly buyerSecret: string;
  readonly first: PlacedOrder;
  readonly second: PlacedOrder;
};

let pairCount = 0;

/** A buyer places an order, goes back, corrects it, and approves both. */
async function placePair(course: Course): Promise<Pair> {
  const email = `pair-${++pairCount}@faults.example`;
  const buyerSecret = String(pairCount).padStart(64, 'e');
  const place = async (country: string | undefined): Promise<PlacedOrder> => {
    const placed = await buyer.app.orders.placement.placeOrder(
      { ...billing, email, country, tax_id: '', report_id: buyer.reportCode, type: 'single-user' },
      buyerSecret,
    );
    if (!placed.ok) throw new Error(placed.message);
    return placed.value;
  };
  const first = await place(countryIds[0]);
  const second = await place(countryIds[1]);
  expect(first.number).not.toBe(second.number);
  for (const { approvalUrl } of [first, second]) await approvePayment(approvalUrl);
  if (course.isFirstCaptured)
    await buyer.deps.payments.captureProviderOrder(first.providerId, 'somebody else captured it');
  return { ...course, email, buyerSecret, first, second };
}

/** Both are heard of in a process of its own. Answers the names of its steps if it survived. */
async function hearBoth(pair: Pair, killAtStep: number): Promise<string[] | undefined> {
  const { databaseUrl, paypalUrl } = buyer;
  const { first, second, buyerSecret, isSecondHeardFirst } = pair;
  const inOrder = [first, second].map(({ providerId }, i): PairEvent => ({
    cause: pair.causes[i] ?? 'return',
    providerId,
  }));
  const events = isSecondHeardFirst ? inOrder.toReversed() : inOrder;
  const run: PairRun = {
    databaseUrl,
    paypalUrl,
    filesFolder: folder.path,
    buyerSecret,
    events,
    killAtStep,
  };
  const child = startKillable('killable-pair', run);
  let output = '';
  child.stdout.on('data', (part: Buffer) => (output += part.toString()));
  const exitCode = await new Promise((resolve) => child.once('close', resolve));
  return exitCode === 0 ? (JSON.parse(output) as string[]) : undefined;
}

/** Does what a restarted program does within some minutes. */
async function recover(): Promise<void> {
  for (let i = 0; i < 5; i++) {
    buyer.advanceClock(120_000);
    await buyer.reconcile();
  }
}

/**
 * Describes the outcome of a pair: everything that the buyer, staff and PayPal's ledger say of it.
 * The order that is kept is the corrected one, or the other if its payment was taken and heard
 * of first.
 */
async function describeOutcome({ email, first, second }: Pair) {
  const orders = [await buyer.getOrder(first.number), await buyer.getOrder(second.number)];
  const kept = orders.filter(({ state }) => state === 'fulfilled');
  const [other] = orders.filter(({ state }) => state !== 'fulfilled');
  const charges = (await buyer.getPaypalCharges()).map(readPurchaseId);
  const subjects = await buyer.emailSubjectsTo(email);
  const events = await buyer.deps.db
    .selectFrom('orderEvent')
    .select('kind')
    .where('purchaseId', '=', Number(other?.id))
    .where('kind', 'in', ['payment-withheld', 'second-payment-refunded'])
    .execute();
  return {
    kept: kept.map(({ id }) => charges.filter((charged) => charged === id).length),
    other: other?.state,
    chargesOfOther: charges.filter((charged) => charged === other?.id).length,
    staffRead: events.map(({ kind }) => kind),
    receipts: subjects.filter((subject) => subject.startsWith('Your receipt')),
    buyerReads: subjects.filter((subject) => /^We did not take|^Your second/.test(subject)).length,
    isFirstKept: kept[0]?.number === first.number,
  };
}

/** One is paid and delivered; the other was not taken, or its payment went back by itself. */
function expectOneKept(pair: Pair, outcome: Awaited<ReturnType<typeof describeOutcome>>): void {
  const wentBack = outcome.chargesOfOther > 0;
  const kept = outcome.isFirstKept ? pair.first : pair.second;
  expect([pair, outcome]).toEqual([
    pair,
    {
      kept: [1],
      other: wentBack ? 'refunded' : 'cancelled',
      chargesOfOther: wentBack ? 1 : 0,
      staffRead: [wentBack ? 'second-payment-refunded' : 'payment-withheld'],
      receipts: [`Your receipt for order ${kept.number}`],
      buyerReads: 1,
      isFirstKept: outcome.isFirstKept && pair.isFirstCaptured,
    },
  ]);
}

test(
  'F-70 of two corrected orders, killed at every step in every order of events, one charge stays',
  async () => {
    const stepCounts: number[] = [];
    const survivors: Pair[] = [];
    for (const course of courses) {
      const pair = await placePair(course);
      survivors.push(pair);
      stepCounts.push((await hearBoth(pair, 0))?.length ?? 0);
    }
    expect(Math.min(...stepCounts)).toBeGreaterThan(3);
    const points = Array.from({ length: Math.max(...stepCounts) }, (_, step) =>
      courses.flatMap((course, i) =>
        step < (stepCounts[i] ?? 0) ? [{ course, killAtStep: step + 1 }] : [],
      ),
    ).flat();
    const runs = Number(askedRuns ?? 12);
    const pairs: Pair[] = [];
    let killed = 0;
    let next = 0;
    const work = async (): Promise<void> => {
      for (let i = next++; i < runs; i = next++) {
        // Seventeen is no factor of their number, so that few runs are of all kinds.
        const point = points[(i * 17) % points.length];
        if (!point) continue;
        const pair = await placePair(point.course);
        pairs.push(pair);
        if ((await hearBoth(pair, point.killAtStep)) === undefined) killed++;
      }
    };
    await Promise.all(Array.from({ length: parallelRuns }, work));
    await buyer.loseWebhooks();
    expect(killed).toBeGreaterThan(runs * 0.9);
    await recover();
    for (const pair of pairs) await hearBoth(pair, 0);
    await recover();
    let sentBack = 0;
    for (const pair of [...survivors, ...pairs]) {
      const outcome = await describeOutcome(pair);
      expectOneKept(pair, outcome);
      sentBack += outcome.chargesOfOther;
    }
    expect(sentBack).toBeGreaterThan(0);
    expect(await buyer.countProviderRefunds()).toBe(sentBack);
    console.log(`${killed} kills at ${points.length} points, ${runs} pairs, ${sentBack} sent back`);
  },
  Math.max(3_600_000, Number(askedRuns ?? 0) * 20_000),
);
