import { setTimeout as sleep } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { createRandom } from '#demo/random.ts';
import { countInconsistencies, noInconsistencies } from '../count-inconsistencies.ts';
import type { DrillClosers } from './drill-closers.ts';
import type { DrillFault } from './drill-faults.ts';
import { runRound, type RoundResult } from './drill-round.ts';
import { openDrillStore, type DrillStore } from './drill-store.ts';
import { listUnrecovered } from './recovery.ts';

export type DrillOptions = {
  readonly seed: number;
  /** The number of the first round; from its seed follows all that it does. */
  readonly firstRound: number;
  /** How often the fault happens at least. */
  readonly count: number;
  /** How long the store may take to recover after each round. */
  readonly limitMs: number;
  readonly printLine: (line: string) => void;
};

/**
 * The effect of a fault on a store. `lost` and `doubled` count orders, emails and invoice numbers.
 */
export type DrillResult = {
  readonly fault: string;
  readonly seed: number;
  readonly count: number;
  readonly worstRecoveryMs: number;
  readonly orders: number;
  readonly charges: number;
  readonly lost: number;
  readonly doubled: number;
  /** Rounds after which the store did not recover in time by itself, or was silent. */
  readonly stuck: number;
  /**
   * Receipts that were sent a second time under their Message-ID: allowed, if an answer is lost.
   */
  readonly emailsAgain: number;
};

/** How long the store may take to start again after a round that broke it. */
const restartLimitMs = 240_000;
const buyersPerRound = 10;

/** Lets the fault happen again and again. Everything that was started is closed by `closers`. */
export async function runDrill(
  fault: DrillFault,
  options: DrillOptions,
  closers: DrillClosers,
): Promise<DrillResult> {
  const { seed, limitMs, printLine } = options;
  let result: DrillResult = createResult(fault.name, seed);
  let store = await closers.opens(openDrillStore(fault.store, closers));
  for (let round = options.firstRound; result.count < options.count; round++) {
    const random = createRandom(seed + crc32(fault.name) + round * 7919);
    const done = await runRound(store, fault, {
      random,
      limitMs,
      firstBuyer: round * buyersPerRound,
    });
    printLine(describeRound(fault, round, options, done));
    result = addRound(result, done);
    if (done.isStuck && !(await startByHand(store, printLine))) {
      result = addCounts(result, await countOutcome(store));
      await store.close();
      store = await closers.opens(openDrillStore(fault.store, closers));
    }
  }
  result = addCounts(result, await countOutcome(store));
  await store.close();
  return result;
}

const createResult = (fault: string, seed: number): DrillResult => ({
  fault,
  seed,
  count: 0,
  worstRecoveryMs: 0,
  orders: 0,
  charges: 0,
  lost: 0,
  doubled: 0,
  stuck: 0,
  emailsAgain: 0,
});

const addRound = (result: DrillResult, round: RoundResult): DrillResult => ({
  ...result,
  count: result.count + round.count,
  worstRecoveryMs: Math.max(result.worstRecoveryMs, round.recoveryMs),
  stuck: result.stuck + (round.breaches.length > 0 ? 1 : 0),
});

type Counts = Pick<DrillResult, 'orders' | 'charges' | 'lost' | 'doubled' | 'emailsAgain'>;

const addCounts = (result: DrillResult, counts: Counts): DrillResult => ({
  ...result,
  orders: result.orders + counts.orders,
  charges: result.charges + counts.charges,
  lost: result.lost + counts.lost,
  doubled: result.doubled + counts.doubled,
  emailsAgain: result.emailsAgain + counts.emailsAgain,
});

function describeRound(
  fault: DrillFault,
  round: number,
  { seed }: DrillOptions,
  { description, recoveryMs, breaches }: RoundResult,
): string {
  const text = `${fault.name} ${round} (seed ${seed}): ${description}`;
  const seconds = (recoveryMs / 1000).toFixed(1);
  if (breaches.length === 0) return `${text}: recovered in ${seconds} s`;
  const command = `npm run fault-drill -- --only ${fault.name} --seed ${seed}`;
  return (
    `${text}: BROKEN after ${seconds} s: ${breaches.join('; ')}\n` +
    `  again: ${command} --first-round ${round} --count 1`
  );
}

/** Prints what the programs said last, and starts them again; false if that does not mend it. */
async function startByHand(store: DrillStore, printLine: (line: string) => void): Promise<boolean> {
  for (const [number, program] of store.programs.entries()) {
    for (const line of listLastErrors(program.readOutput()))
      printLine(`  program ${number + 1} said: ${line}`);
    if (program.isRunning()) await program.kill();
  }
  try {
    for (const number of store.programs.keys()) await store.startAgain(number);
  } catch (error) {
    printLine(`  it does not start again: ${String(error).slice(0, 600)}`);
    return false;
  }
  const open = { waitingBuyers: 0, closedTabEmails: [] };
  const deadline = performance.now() + restartLimitMs;
  for (;;) {
    const unrecovered = await listUnrecovered(store, open);
    if (unrecovered.length === 0) return true;
    if (performance.now() > deadline) {
      printLine(`  started again and still broken: ${unrecovered.join('; ')}`);
      return false;
    }
    await sleep(1000);
  }
}

/** The last different lines of the output, without the places in the code. */
function listLastErrors(output: string): string[] {
  const lines = output.split('\n').map((line) => line.replace(/"time":\d+,/, '').slice(0, 400));
  return [...new Set(lines.filter((line) => /^\S/.test(line)))].slice(-8);
}

/** Compares the provider's ledger and the sent emails with the orders. */
async function countOutcome({ useDatabase, providers }: DrillStore): Promise<Counts> {
  const { getPaypalCharges, listMessageIds } = providers;
  return useDatabase(async (db) => {
    const orders = await db.selectFrom('purchase').select('id').execute();
    const sources = { deps: { db }, getPaypalCharges };
    const found = await countInconsistencies(sources, listMessageIds());
    const { charges, chargedTwice, emailsDuplicated, ...others } = found;
    const lost = (Object.keys(others) as (keyof typeof others)[]).reduce(
      (sum, name) => sum + Math.abs(others[name] - noInconsistencies[name]),
      0,
    );
    return {
      orders: orders.length,
      charges,
      lost,
      doubled: chargedTwice,
      emailsAgain: emailsDuplicated,
    };
  });
}
