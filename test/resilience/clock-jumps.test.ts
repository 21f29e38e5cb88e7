import { expect, test } from 'vitest';
import { openSimulatedBuyers } from './simulated-buyers.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The app's clock takes the next of these offsets after so many readings. */
const readingsPerJump = 15;

test.each([
  ['a day ahead', [dayMs]],
  ['a day back', [-dayMs]],
  ['to and fro', [dayMs, -dayMs, 0, hourMs, -hourMs]],
])('F-17 a clock that jumps %s charges nobody twice and loses nothing', async (_, offsetsMs) => {
  const buyers = await openSimulatedBuyers();
  try {
    let readings = 0;
    buyers.setClockOffset(
      () => offsetsMs[Math.floor(readings++ / readingsPerJump) % offsetsMs.length] ?? 0,
    );
    await buyers.simulatePurchases(12);
    await buyers.runRecoveryJobs();
    expect(readings).toBeGreaterThan(offsetsMs.length * readingsPerJump);
    // The clock is right again: nothing that it wrote a day ahead sleeps for a day.
    buyers.setClockOffset(() => 0);
    await buyers.simulatePurchases(12);
    await buyers.runRecoveryJobs();
    expect(await buyers.expectConsistent()).toBeGreaterThanOrEqual(12);
  } finally {
    await buyers.close();
  }
});
