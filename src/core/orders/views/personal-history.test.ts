import { expect, test } from 'vitest';
import { openTestBuyer } from '../../../../test/support/test-buyer.ts';
import { unwrap } from '../../../../test/support/test-sign-in.ts';
import { addTestStaff } from '../../../../test/support/test-staff.ts';

test('an address that an order of an erased person had before is gone from its emails', async () => {
  const buyer = await openTestBuyer();
  try {
    const { app, deps } = buyer;
    const owner = await addTestStaff(deps.db, 'owner');
    const [before, now] = ['isolde@before.example', 'isolde@now.example'];
    const { number } = await buyer.buyReport('single-user', { email: before });
    unwrap(await app.orders.emailChange.changeOrderEmail(owner, number, now));
    const listRecipients = async () =>
      (await deps.db.selectFrom('outboxEmail').select('recipient').execute()).map(
        ({ recipient }) => recipient,
      );
    expect(await listRecipients()).toEqual(expect.arrayContaining([before, now]));
    unwrap(await app.people.requests.erasePerson(owner, now));
    const left = await listRecipients();
    expect(left).not.toContain(before);
    expect(left).not.toContain(now);
  } finally {
    await buyer.close();
  }
});
