import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestBuyer, type TestBuyer } from '../../../../test/support/test-buyer.ts';

let buyer: TestBuyer;
beforeEach(async () => {
  buyer = await openTestBuyer();
});
afterEach(() => buyer.close());

test('an order keeps the text of the terms that it was placed under, whatever they say later', async () => {
  const termsBefore = await buyer.app.content.getTermsInForce();
  const { number } = await buyer.buyReport();
  const { store } = buyer.app;
  const { policies, ...settings } = await store.getSettings();
  const changed = { ...policies.terms, html: '<p>Other terms.</p>', updatedOn: '2027-01-01' };
  await store.replaceSettings({ ...settings, policies: { ...policies, terms: changed } }, 'test');
  const later = await buyer.buyReport('multiple-user');
  const { terms } = buyer.app.orders;
  const getTerms = async (orderNumber: string) =>
    terms.getAcceptedTerms(String((await buyer.viewOwnOrder(orderNumber))?.termsHash));
  expect(await getTerms(number)).toEqual(termsBefore);
  expect((await getTerms(later.number))?.html).toBe('<p>Other terms.</p>');
  expect(await terms.getAcceptedTerms('0'.repeat(32))).toBeUndefined();
});
