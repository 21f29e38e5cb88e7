import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestBuyer, type TestBuyer } from '../../../test/support/test-buyer.ts';
import { unwrap } from '../../../test/support/test-sign-in.ts';
import { addTestStaff } from '../../../test/support/test-staff.ts';

let buyer: TestBuyer;
beforeAll(async () => void (buyer = await openTestBuyer()));
afterAll(() => buyer?.close());

test('the reason of a refund is erased where no credit note has it', async () => {
  const email = 'reason@person.example';
  const { db } = buyer.deps;
  const numbers = [
    (await buyer.buyReport('single-user', { email })).number,
    (await buyer.buyReport('multiple-user', { email })).number,
  ];
  const ids = await Promise.all(numbers.map(async (number) => (await buyer.getOrder(number)).id));
  const [invoiced = 0, bare = 0] = ids;
  await db.deleteFrom('orderDocument').where('purchaseId', '=', bare).execute();
  for (const purchaseId of ids)
    await db
      .insertInto('refund')
      .values({
        purchaseId,
        amountCents: 1,
        taxCents: 0,
        reason: 'Rea asked',
        createdAt: new Date(),
      })
      .execute();
  const owner = await addTestStaff(db, 'owner');
  unwrap(await buyer.app.people.requests.erasePerson(owner, email));
  const reasons = await db
    .selectFrom('refund')
    .select(['purchaseId', 'reason'])
    .where('purchaseId', 'in', ids)
    .orderBy('purchaseId')
    .execute();
  expect(reasons).toEqual([
    { purchaseId: invoiced, reason: 'Rea asked' },
    { purchaseId: bare, reason: '' },
  ]);
});
