import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  buyerProof,
  openLicenceTester,
  type LicenceTester,
} from '../../../test/support/test-licences.ts';
import { addTestStaff } from '../../../test/support/test-staff.ts';
import { needsPayButton, withdrawalWaiver } from './consumer-law.model.ts';

let tester: LicenceTester;
let countryIds: Record<string, string>;
beforeEach(async () => {
  tester = await openLicenceTester();
  const countries = await tester.app.content.listCountries();
  countryIds = Object.fromEntries(countries.map(({ iso2, id }) => [iso2, String(id)]));
});
afterEach(() => tester.close());

const noCompany = { company_name: '', title: '', state: '', tax_id: '' };
const person = (iso2: string, changes: object = {}) => ({
  ...noCompany,
  buyer_type: 'person',
  country: countryIds[iso2],
  zip: '75002',
  city: 'Paris',
  ...changes,
});

test.each(['FR', 'NO', 'GB', 'GP'])(
  'a person in %s has to want the delivery at once before they order',
  async (iso2) => {
    const place = (changes: object) => tester.placeOrder(person(iso2, changes));
    await expect(place({})).rejects.toThrow('Please agree to the immediate delivery.');
    const { number } = await place({ waiver: '1' });
    expect((await tester.getOrder(number)).withdrawalWaiver).toBe(withdrawalWaiver);
  },
);

test('a person in the USA and a company in France have nothing to waive', async () => {
  const abroad = await tester.placeOrder(person('US', { zip: '10001' }));
  expect((await tester.getOrder(abroad.number)).withdrawalWaiver).toBe('');
  const company = await tester.placeOrder({ country: countryIds['FR'] });
  expect(await tester.getOrder(company.number)).toMatchObject({
    buyerKind: 'company',
    withdrawalWaiver: '',
  });
});

test('a missing consent is told together with the other fields', async () => {
  const { placement } = tester.app.orders;
  const form = { buyer_type: 'person', country: countryIds['FR'], report_id: tester.reportCode };
  const refused = await placement.placeOrder(form, 'b'.repeat(64));
  expect(refused).toMatchObject({
    code: 'invalid',
    errors: { waiver: [expect.anything()], name: [expect.anything()] },
  });
  expect(refused).not.toHaveProperty('errors.company_name');
});

test('a company still gives company, job title and state, and so does a form that says nothing', async () => {
  const { placement } = tester.app.orders;
  for (const buyer_type of ['company', undefined]) {
    const form = { ...(buyer_type && { buyer_type }), report_id: tester.reportCode };
    const refused = await placement.placeOrder(form, 'b'.repeat(64));
    for (const field of ['company_name', 'title', 'state'])
      expect(refused).toHaveProperty(`errors.${field}`);
  }
  const unknown = { buyer_type: 'robot', report_id: tester.reportCode };
  expect(await placement.placeOrder(unknown, 'b'.repeat(64))).toHaveProperty('errors.buyer_type');
});

test('receipt, invoice, certificate, office and books say that a person bought', async () => {
  const changes = person('FR', { waiver: '1', tax_id: 'FR12345678901', company_name: 'Left over' });
  const { number } = await tester.buyReport('single-user', changes);
  const order = await tester.getOrder(number);
  expect(order).toMatchObject({ companyName: '', taxId: null, buyerKind: 'person' });
  const [receipt] = await tester.listEmailTexts('Your receipt');
  expect(receipt?.replaceAll(/\s+/g, ' ')).toContain(withdrawalWaiver);
  const [invoice] = await tester.listDocuments();
  expect(invoice?.body.buyer).toMatchObject({
    kind: 'person',
    company: '',
    address: ['1 Main Street', '75002 Paris', 'France'],
  });
  const finance = await addTestStaff(tester.deps.db, 'finance');
  const { staff, ledger } = tester.app.orders;
  expect(await staff.details.getOrder(finance, number)).toMatchObject({
    value: { buyerKind: 'person', withdrawalWaiver },
  });
  const [row] = await ledger.listRows({});
  expect(row).toMatchObject({ buyer: order.name, buyer_type: 'person' });
  const exported = await staff.lists.exportOrders(finance, {});
  if (!exported.ok) throw new Error(exported.message);
  const chunks: Uint8Array[] = [];
  for await (const chunk of exported.value) chunks.push(chunk);
  expect(Buffer.concat(chunks).toString()).toContain('person');
});

test('an upgrade of a person needs their consent as well, and keeps it', async () => {
  const { number } = await tester.buyReport('single-user', person('FR', { waiver: '1' }));
  const { own } = tester.app.orders;
  const place = (waiver: boolean) =>
    own.placeUpgrade(number, buyerProof, 'multiple-user', { waiver });
  expect(await tester.viewOwnOrder(number)).toMatchObject({ needsWaiver: true });
  expect(await place(false)).toMatchObject({ errors: { waiver: [expect.anything()] } });
  const placed = await place(true);
  if (!placed.ok) throw new Error(placed.message);
  expect(await tester.getOrder(placed.value.number)).toMatchObject({
    buyerKind: 'person',
    withdrawalWaiver,
  });
});

test('a colleague reads whose licence it is where a person has it', async () => {
  const { number } = await tester.buyReport('multiple-user', person('US', { zip: '10001' }));
  const token = await tester.giveSeat(number, 'bo@else.example');
  expect(await tester.app.orders.seats.getSeat(token)).toMatchObject({
    licensee: (await tester.getOrder(number)).name,
  });
});

test('the button says that a person has to pay where the seller is under that law', () => {
  const vat = { kind: 'vat', number: '1', name: 'VAT', prices: 'net', oneStopShop: true } as const;
  const seller = (country: string) => needsPayButton({ ...vat, country, rates: [] });
  expect(['DE', 'NO', 'GB', 'US', 'IN', 'CH'].filter(seller)).toEqual(['DE', 'NO', 'GB']);
  expect(needsPayButton({ kind: 'none' })).toBe(true);
});
