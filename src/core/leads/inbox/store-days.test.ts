import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../../test/support/test-app.ts';
import { insertEnquiry, wantList } from '../../../../test/support/test-enquiries.ts';
import { unwrap } from '../../../../test/support/test-sign-in.ts';
import { addTestStaff } from '../../../../test/support/test-staff.ts';
import type { StaffActor } from '../../staff/model.ts';
import { parseEnquiryQuery } from './enquiry.model.ts';

let testApp: TestApp;
let owner: StaffActor;
beforeAll(async () => {
  testApp = await openTestApp();
  owner = await addTestStaff(testApp.deps.db, 'owner');
  const { store } = testApp.app;
  const settings = await store.getSettings();
  await store.replaceSettings({ ...settings, timeZone: 'Asia/Kolkata' }, 'test');
});
afterAll(() => testApp?.close());

const parse = (address: string) => parseEnquiryQuery(wantList(address), owner.staffId);

test('the days of a list and its export are the store’s, the last one whole', async () => {
  const { db } = testApp.deps;
  const { inbox } = testApp.app.leads;
  const send = (email: string, at: string) => insertEnquiry(db, { email, createdAt: new Date(at) });
  await send('before@zone.example', '2026-12-31T18:29:59Z');
  const first = await send('first@zone.example', '2026-12-31T18:30:00Z');
  const last = await send('last@zone.example', '2027-01-01T18:29:59Z');
  await send('after@zone.example', '2027-01-01T18:30:00Z');
  const query = parse('q=zone.example&from=2027-01-01&until=2027-01-01');
  const { rows } = unwrap(await inbox.enquiries.list(owner, query));
  expect(rows.map(({ id }) => id)).toEqual([last, first]);
  const chunks: Uint8Array[] = [];
  for await (const chunk of unwrap(await inbox.sheet.exportEnquiries(owner, query)))
    chunks.push(chunk);
  expect(
    Buffer.concat(chunks)
      .toString()
      .match(/2027-01-0[^,]*/g),
  ).toEqual(['2027-01-01T00:00:00.000+05:30', '2027-01-01T23:59:59.000+05:30']);
});

test('a follow-up is due from the store’s midnight on', async () => {
  const id = await insertEnquiry(testApp.deps.db, { email: 'due@later.example' });
  const { inbox } = testApp.app.leads;
  const { clock } = testApp.deps;
  unwrap(await inbox.work.setFollowUp(owner, id, { day: '2027-06-02' }));
  const isDue = async () =>
    unwrap(await inbox.enquiries.list(owner, parse('q=later.example&due=today'))).rows.length === 1;
  testApp.advanceClock(new Date('2027-06-01T18:29:59Z').getTime() - clock().getTime());
  expect(await isDue()).toBe(false);
  testApp.advanceClock(1000);
  expect(await isDue()).toBe(true);
});
