import { expect, test } from 'vitest';
import { createRandom } from '#demo/random.ts';
import { openSimulatedBuyers } from './simulated-buyers.ts';

/** Purchases; FAULT_RUNS asks for more than the forty of CI, FAULT_SEED for others. */
const runs = Math.max(40, Number(process.env['FAULT_RUNS'] ?? 40));
const firstSeed = Number(process.env['FAULT_SEED'] ?? 20_261_121);

/** One buyer at a time: nobody waits for another. */
const paypalTimeoutMs = 1000;

/** Two come later than PayPal may. */
const faultKinds = [
  'reset',
  'hang',
  'lose-answer',
  'later-1500',
  '500',
  '429',
  'html-502',
  'truncated',
  'wrong-type',
  'drip',
  'slow-1200',
  'issue:ORDER_COMPLETION_IN_PROGRESS',
  'issue:TRANSACTION_REFUSED',
];

test(
  `${runs} purchases under random faults of provider and mail server stay consistent`,
  async () => {
    const random = createRandom(firstSeed);
    const nextFaults = (): string[] =>
      random(3) === 0 ? [faultKinds[random(faultKinds.length)] ?? 'reset'] : [];
    const buyers = await openSimulatedBuyers(undefined, paypalTimeoutMs);
    const { testApp } = buyers;
    try {
      for (let i = 0; i < runs; i++) {
        await testApp.planPaypalFaults({
          create: nextFaults(),
          capture: nextFaults(),
          get: nextFaults(),
        });
        if (random(4) === 0) testApp.setMailServerDown(random(2) === 0);
        await buyers.simulatePurchase(i);
        if (random(3) === 0) await buyers.runRecoveryJobs();
      }
      await testApp.planPaypalFaults({});
      testApp.setMailServerDown(false);
      for (let i = 0; i < 6; i++) await buyers.runRecoveryJobs();
      expect(await buyers.expectConsistent()).toBeGreaterThan(runs * 0.8);
    } finally {
      await buyers.close();
    }
  },
  Math.max(1_200_000, runs * 6000),
);
