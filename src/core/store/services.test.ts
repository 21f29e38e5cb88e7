import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/support/test-app.ts';
import { addTestStaff } from '../../../test/support/test-staff.ts';
import { Services } from './services.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp?.close());

test('a service that is away is not said to have refused us', async () => {
  const { deps, app, setMailServerDown } = testApp;
  const owner = await addTestStaff(deps.db, 'owner');
  const reason = 'no access token: fetch failed';
  const getProviderOrder = async () => ({ kind: 'unknown', reason }) as const;
  const payments = { ...deps.payments, getProviderOrder };
  const letterhead = {
    name: 'A publisher',
    accent: '#9c2f1b',
    greeting: 'Hello',
    signature: '',
    timeZone: 'UTC',
  };
  const services = new Services({ ...deps, payments }, async () => letterhead);
  expect(await services.testService(owner, 'payments')).toMatchObject({
    code: 'unavailable',
    message: `The call to PayPal failed: ${reason}.`,
  });
  setMailServerDown(true);
  expect(await app.services.testService(owner, 'email')).toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(/^The test email could not be sent: /),
  });
  setMailServerDown(false);
});
