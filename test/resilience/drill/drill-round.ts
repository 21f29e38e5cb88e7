import { setTimeout as sleep } from 'node:timers/promises';
import type { ProxyFault } from '../../support/faulty-proxy.ts';
import { pickOne, type Random } from '#demo/random.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { buyPatiently, createHttpBuyer, placeAndApprove } from '../http-buyers.ts';
import type { DrillFault } from './drill-faults.ts';
import type { DrillStore } from './drill-store.ts';
import { listUnrecovered } from './recovery.ts';

export type RoundOptions = {
  readonly random: Random;
  /** The first of the numbers that this round's buyers have. */
  readonly firstBuyer: number;
  /** How long the store may take to recover. */
  readonly limitMs: number;
};

export type RoundResult = {
  readonly description: string;
  /** How often the fault happened. */
  readonly count: number;
  /** From the end of all faults until everything was as it should be. */
  readonly recoveryMs: number;
  /** Promises that were broken; empty if none was. */
  readonly breaches: readonly string[];
  /** True if the store did not recover by itself in time. */
  readonly isStuck: boolean;
};

const buyersPerRound = 3;
/** In one of this many rounds another buyer closes the tab after the approval. */
const roundsPerClosedTab = 6;
const pollIntervalMs = 250;

/** Buyers purchase, faults happen, everything heals: what then is not as it should be in time? */
export async function runRound(
  store: DrillStore,
  fault: DrillFault,
  { random, firstBuyer, limitMs }: RoundOptions,
): Promise<RoundResult> {
  const hasClosedTab = fault.areWebhooksLost === true || random(roundsPerClosedTab) === 0;
  const providers = breakProviders(store, fault, random);
  if (fault.areWebhooksLost) await store.providers.setWebhooks('drop');
  const purchases = startPurchases(store, firstBuyer, { hasClosedTab, limitMs });
  await sleep(random(1500));
  const strike = await fault.strike(store, random);
  healProviders(store);
  const healedAt = performance.now();
  const unrecovered = await waitUntilRecovered(store, purchases, limitMs);
  const recoveryMs = performance.now() - healedAt;
  purchases.stop();
  if (unrecovered.length === 0) await strike.repair?.();
  return {
    description: `${strike.description}, ${providers}`,
    count: strike.count,
    recoveryMs,
    breaches: [...(strike.breaches ?? []), ...unrecovered],
    isStuck: unrecovered.length > 0,
  };
}

/** The payment provider and the mail server do what the drill asks; answers with what they do. */
function breakProviders({ providers }: DrillStore, fault: DrillFault, random: Random): string {
  const choose = (cutLimit: number): ProxyFault =>
    fault.providers === 'well' || (fault.providers !== 'failing' && random(3) > 0)
      ? { kind: 'none' }
      : pickOne<ProxyFault>(random, [
          { kind: 'dead' },
          { kind: 'delayed', delayMs: 200 + random(2500) },
          { kind: 'cut', afterBytes: random(cutLimit) },
        ]);
  const slow: ProxyFault = { kind: 'delayed', delayMs: 200 };
  const paypal = fault.providers === 'slow' ? slow : choose(2000);
  const mail = fault.providers === 'slow' ? slow : choose(400);
  providers.paypalProxy.setFault(paypal);
  providers.mailProxy.setFault(mail);
  return `PayPal ${describeFault(paypal)}, mail ${describeFault(mail)}`;
}

function describeFault(fault: ProxyFault): string {
  if (fault.kind === 'delayed') return `${fault.delayMs} ms late`;
  if (fault.kind === 'cut') return `cut after ${fault.afterBytes} bytes`;
  return fault.kind === 'dead' ? 'away' : 'well';
}

function healProviders({ providers }: DrillStore): void {
  providers.paypalProxy.setFault({ kind: 'none' });
  providers.mailProxy.setFault({ kind: 'none' });
}

type Purchases = {
  readonly countWaiting: () => number;
  readonly closedTabEmails: readonly string[];
  /** Buyers who still wait give up. */
  readonly stop: () => void;
};

function startPurchases(
  store: DrillStore,
  firstBuyer: number,
  { hasClosedTab, limitMs }: { readonly hasClosedTab: boolean; readonly limitMs: number },
): Purchases {
  let waiting = buyersPerRound + (hasClosedTab ? 1 : 0);
  let hasStopped = false;
  const closedTabEmails: string[] = [];
  const storefront: DrillStore = {
    ...store,
    request: (path, init) =>
      hasStopped ? Promise.reject(new Error('the round is over')) : store.request(path, init),
  };
  const patience = { limitMs: 4 * limitMs };
  const finish = (isDone: boolean): void => void (isDone && waiting--);
  for (let i = 0; i < buyersPerRound; i++)
    void buyPatiently(storefront, createHttpBuyer(firstBuyer + i), patience).then(finish, () => {});
  if (hasClosedTab) {
    const buyer = createHttpBuyer(firstBuyer + buyersPerRound);
    const approve = () => placeAndApprove(storefront, buyer).catch(() => undefined);
    void waitUntil('the payment is approved', approve, patience).then(
      () => finish(closedTabEmails.push(buyer.email) > 0),
      () => {},
    );
  }
  return { countWaiting: () => waiting, closedTabEmails, stop: () => void (hasStopped = true) };
}

/** Returns the faults that remain when the limit has passed; empty as soon as there are none. */
async function waitUntilRecovered(
  store: DrillStore,
  { countWaiting, closedTabEmails }: Purchases,
  limitMs: number,
): Promise<readonly string[]> {
  const deadline = performance.now() + limitMs;
  for (;;) {
    const waitingBuyers = countWaiting();
    const unrecovered = await listUnrecovered(store, { waitingBuyers, closedTabEmails });
    if (unrecovered.length === 0 || performance.now() > deadline) return unrecovered;
    await sleep(pollIntervalMs);
  }
}
