import { afterAll, beforeAll, expect, test } from 'vitest';
import { contactFields, newLeadVisitor } from '../../../test/support/test-leads.ts';
import { openTestBuyer, type TestBuyer } from '../../../test/support/test-buyer.ts';
import { addTestStaff } from '../../../test/support/test-staff.ts';
import type { Role } from '../staff/model.ts';
import type { FoundGroup } from './model.ts';

let buyer: TestBuyer;
let orderNumber: string;
beforeAll(async () => {
  buyer = await openTestBuyer();
  orderNumber = (await buyer.placeOrder({ name: 'Ada Quist', email: 'ada@quist.example' })).number;
  const fields = { ...contactFields('grace@hopper.example'), name: 'Grace 100%_Hopper' };
  const sent = await buyer.app.leads.forms.submitContact(fields, newLeadVisitor());
  expect(sent.ok).toBe(true);
});
afterAll(() => buyer?.close());

async function search(role: Role, text: string): Promise<FoundGroup[]> {
  const actor = await addTestStaff(buyer.deps.db, role);
  const found = await buyer.app.staffSearch.search(actor, text);
  if (!found.ok) throw new Error(found.message);
  return found.value;
}
const listKinds = async (role: Role, text: string) =>
  (await search(role, text)).map(({ kind }) => kind);

test('everything with the text in its name, number, code or email is found, in groups', async () => {
  expect(await listKinds('owner', 'quist')).toEqual(['order']);
  expect(await listKinds('owner', orderNumber.toLowerCase())).toEqual(['order']);
  expect(await listKinds('owner', 'hopper')).toEqual(['enquiry']);
  const report = await buyer.deps.db.selectFrom('report').selectAll().executeTakeFirstOrThrow();
  const [first] = await search('editor', report.code.toLowerCase());
  expect(first?.kind).toBe('report');
  expect(first?.rows[0]).toMatchObject({ id: String(report.id), title: report.title });
});

test('signs that mean something in a pattern are letters', async () => {
  expect(await listKinds('owner', '100%_h')).toEqual(['enquiry']);
  expect(await listKinds('owner', '1__')).toEqual([]);
});

test('F3: a role finds nothing of what it may not read', async () => {
  expect(await listKinds('editor', 'quist')).toEqual([]);
  expect(await listKinds('editor', 'hopper')).toEqual([]);
  expect(await listKinds('finance', 'hopper')).toEqual([]);
  expect(await listKinds('finance', 'quist')).toEqual(['order']);
});

test('a viewer finds people neither by their name nor with it', async () => {
  expect(await listKinds('viewer', 'quist')).toEqual([]);
  expect(await listKinds('viewer', 'hopper')).toEqual([]);
  expect(JSON.stringify(await search('viewer', orderNumber))).not.toMatch(/quist|Ada/i);
});

test('two letters find words that begin with them, and more letters any part of a word', async () => {
  expect(await listKinds('owner', 'qu')).toEqual(['order']);
  expect(await listKinds('owner', 'ui')).toEqual([]);
  expect(await listKinds('owner', 'uis')).toEqual(['order']);
});

test('one letter finds nothing, and a group lists five and says that there are more', async () => {
  expect(await search('owner', 'e')).toEqual([]);
  const [reports] = await search('owner', 'market');
  expect(reports?.rows).toHaveLength(5);
  expect(reports?.hasMore).toBe(true);
});

test('what nothing has is not found, whatever visitors would be shown for it', async () => {
  const report = await buyer.deps.db.selectFrom('report').selectAll().executeTakeFirstOrThrow();
  const mistyped = report.title
    .split(' ')
    .slice(0, 2)
    .join(' ')
    .replace(/(.)(.)$/, '$2$1');
  expect((await buyer.app.catalogue.search.suggest(mistyped)).reports).not.toEqual([]);
  expect(await search('editor', mistyped)).toEqual([]);
});
