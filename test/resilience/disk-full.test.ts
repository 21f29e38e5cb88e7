import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openSimulatedBuyers } from './simulated-buyers.ts';

test('F-16 a disk that takes no writes delays deliveries and loses none', async () => {
  const buyers = await openSimulatedBuyers();
  const { testApp, app, filesFolder } = buyers;
  try {
    writeFileSync(filesFolder, 'a file where the folder should be: every write fails');
    await buyers.simulatePurchases(10);
    const paid = await testApp.deps.db
      .selectFrom('purchase')
      .select('id')
      .where('state', '=', 'paid')
      .execute();
    expect(paid).toHaveLength(10);
    for (const { id } of paid)
      await expect(app.orders.jobs['orders.deliver']({ purchaseId: id })).rejects.toThrow();
    expect(testApp.emails).toEqual([]);
    rmSync(filesFolder);
    mkdirSync(filesFolder);
    await buyers.runRecoveryJobs();
    expect(await buyers.expectConsistent()).toBe(10);
  } finally {
    await buyers.close();
  }
});
