import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestBuyer, type TestBuyer } from '../../../../test/support/test-buyer.ts';
import { addTestStaff } from '../../../../test/support/test-staff.ts';

let buyer: TestBuyer;
beforeAll(async () => {
  buyer = await openTestBuyer();
});
afterAll(() => buyer?.close());

test('nobody is told that an erased buyer gets an email', async () => {
  const { app, deps } = buyer;
  const owner = { ...(await addTestStaff(deps.db, 'owner')), provedAt: deps.clock() };
  const email = 'gone@erased.example';
  const { number } = await buyer.buyReport('single-user', { email });
  expect(await app.people.requests.erasePerson(owner, email)).toMatchObject({ ok: true });
  const erased = { code: 'conflict', message: expect.stringContaining('erased') };
  const { resendLinks, staff } = app.orders;
  expect(await resendLinks.resendLinksForStaff(owner, number)).toMatchObject(erased);
  expect(await staff.documents.issueDocument(owner, number)).toMatchObject(erased);
});
