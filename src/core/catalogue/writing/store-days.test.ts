import { afterEach, beforeEach, expect, test } from 'vitest';
import { setUpStore } from '../../../../test/support/set-up-store.ts';
import {
  bareReport,
  openTestPublisher,
  type TestPublisher,
} from '../../../../test/support/test-publisher.ts';

let publisher: TestPublisher;
beforeEach(async () => {
  publisher = await openTestPublisher();
  await setUpStore(publisher.database, { timeZone: 'Asia/Kolkata' });
});
afterEach(() => publisher.close());

const getReport = () => publisher.catalogue.reports.get('aluminium-cans');
const lastSecond = '2026-12-31T18:29:59Z';
const midnight = '2026-12-31T18:30:00Z';

test('a report that is scheduled for a day is public from the store’s midnight on', async () => {
  publisher.setNow(lastSecond);
  await publisher.write({ ...bareReport, state: 'scheduled', publishedOn: '2027-01-01' });
  const publish = publisher.publishDue;
  await publish();
  expect(await getReport()).toBeUndefined();
  publisher.setNow(midnight);
  await publish();
  expect(await getReport()).toMatchObject({ publishedOn: '2027-01-01' });
});

test('a report without a day has the store’s, and so has its next edition', async () => {
  publisher.setNow(midnight);
  await publisher.write(bareReport);
  const report = await getReport();
  expect(report).toMatchObject({ publishedOn: '2027-01-01', edition: 1 });
  await publisher.catalogue.editions.publishCorrected(Number(report?.id), 'A mistake.');
  const editions = publisher.deps.db.selectFrom('edition').select(['number', 'publishedOn']);
  expect(await editions.orderBy('number').execute()).toEqual([
    { number: 1, publishedOn: '2027-01-01' },
    { number: 2, publishedOn: '2027-01-01' },
  ]);
});

test('a search that finds nothing is counted for the store’s day', async () => {
  publisher.setNow(midnight);
  await publisher.catalogue.search.missed.note('Zeppelin Ports');
  const days = publisher.deps.db.selectFrom('findMissedDay').select('day');
  expect(await days.execute()).toEqual([{ day: '2027-01-01' }]);
});
