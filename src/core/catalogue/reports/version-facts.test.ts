import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/support/test-database.ts';
import {
  bareReport,
  openTestPublisher,
  type TestPublisher,
} from '../../../../test/support/test-publisher.ts';
import type { Database } from '../../deps.ts';
import { describeVersion, factsRules } from './describe-version.ts';
import { fillFacts } from './version-facts.store.ts';

const listVersions = (db: Database) =>
  db
    .selectFrom('reportVersion')
    .leftJoin('versionFacts', (join) =>
      join
        .onRef('versionFacts.reportId', '=', 'reportVersion.reportId')
        .onRef('versionFacts.number', '=', 'reportVersion.number'),
    )
    .select(['reportVersion.reportId', 'reportVersion.number', 'parts', 'data', 'rules', 'facts'])
    .orderBy('reportVersion.reportId')
    .orderBy('reportVersion.number')
    .execute();

test('the facts of every demo report are what the program makes of it', async () => {
  const database = await createTestDatabase('demo');
  const versions = await listVersions(database.db);
  await database.drop();
  expect(versions.length).toBeGreaterThan(380);
  for (const version of versions) {
    expect(version.rules).toBe(factsRules);
    expect(version.facts).toEqual(describeVersion(version));
  }
});

const years = Array.from({ length: 30 }, (_, i) => [1994 + i, 100 * 1.05 ** i] as const);
const series = (points: typeof years) => ({
  id: 'output',
  label: 'Output',
  measure: 'volume' as const,
  unit: 'tonnes',
  place: 'World',
  source: 'us',
  points,
});
const source = {
  id: 'us',
  name: 'Our counts',
  publisher: 'Us',
  licence: 'CC BY 4.0',
  attribution: 'By us',
  url: 'https://us.example/',
  vintage: '2026',
  notes: [],
};
const withData = (points: typeof years) => ({
  ...bareReport,
  data: {
    figures: { key: 'us:output', series: [series(points)], rankings: [] },
    sources: [source],
  },
});

let publisher: TestPublisher;
beforeEach(async () => {
  publisher = await openTestPublisher();
});
afterEach(() => publisher.close());

const getReport = () => publisher.catalogue.reports.get('aluminium-cans');
const listFacts = async () =>
  (await listVersions(publisher.database.db)).map(({ number, rules, facts }) => ({
    number,
    rules,
    growth: facts?.card.growth,
  }));
const growth = { rate: expect.closeTo(0.05), period: 'a year since 2013' };
const lastYear = { ...growth, period: 'a year since 2012' };

test('a version has facts in the transaction that writes it, changes it or takes a change back', async () => {
  await publisher.write(withData(years));
  await publisher.write(withData(years.slice(0, -1)));
  await publisher.deps.db
    .transaction()
    .execute((tx) =>
      publisher.catalogue.writing.restore(tx, [{ code: 'AC-1', from: 2, to: 1 }], 'anna'),
    );
  expect(await listFacts()).toEqual([
    { number: 1, rules: factsRules, growth },
    { number: 2, rules: factsRules, growth: lastYear },
    { number: 3, rules: factsRules, growth },
  ]);
  const report = await getReport();
  expect(report?.listed.growth).toEqual(growth);
  expect(report?.figures.facts.forecast).toMatchObject({ series: 'output' });
  expect(report?.facts.parts).toMatchObject({ tables: 1, years: [1994, 2023] });
});

test('a version without facts has them made by the first reader, a list or its page, and stored', async () => {
  const { db } = publisher.database;
  await publisher.write(withData(years));
  const page = await getReport();
  const list = await publisher.catalogue.reports.list(1);
  await db.deleteFrom('versionFacts').execute();
  expect(await getReport()).toEqual(page);
  expect(await listFacts()).toEqual([{ number: 1, rules: factsRules, growth }]);
  await db.deleteFrom('versionFacts').execute();
  expect((await publisher.catalogue.reports.list(1)).items).toEqual(list.items);
  expect(await listFacts()).toEqual([{ number: 1, rules: factsRules, growth }]);
});

test('a version with facts of older rules has new ones, and those of newer rules stay', async () => {
  const { db } = publisher.database;
  await publisher.write(withData(years));
  const page = await getReport();
  const setRules = (rules: number) =>
    db.updateTable('versionFacts').set({ rules, facts: '{"card":{"line":""}}' }).execute();
  await setRules(factsRules - 1);
  await fillFacts(db);
  expect(await listFacts()).toEqual([{ number: 1, rules: factsRules, growth }]);
  await setRules(factsRules + 1);
  await fillFacts(db);
  expect(await getReport()).toEqual(page);
  expect(await listFacts()).toMatchObject([{ rules: factsRules + 1 }]);
});

test('a report is drawn in the overview of its industry, also if it has no facts yet', async () => {
  await publisher.write(withData(years));
  const { industries } = publisher.catalogue;
  const [drawn] = await industries.listOverview(16, ['metals']);
  expect(drawn?.line).toMatch(/^M0 \d+L/);
  await publisher.database.db.deleteFrom('versionFacts').execute();
  expect(await industries.listOverview(15, ['metals'])).toEqual([drawn]);
});
