import { afterAll, beforeAll, expect, test } from 'vitest';
import { fullReport } from '../../../../test/support/report-samples.ts';
import {
  bareReport,
  openTestPublisher,
  type TestPublisher,
} from '../../../../test/support/test-publisher.ts';

let publisher: TestPublisher;
beforeAll(async () => {
  publisher = await openTestPublisher();
});
afterAll(() => publisher?.close());

async function listSold(code: string): Promise<string[]> {
  const { catalogue, database } = publisher;
  const report = await catalogue.reports.getForSale({ code });
  const { files } = await database.db
    .transaction()
    .execute((tx) =>
      catalogue.files.listSoldFiles(tx, { reportId: report?.id ?? 0, licence: 'single-user' }),
    );
  return files.map(({ kind }) => kind);
}

const longText = [{ kind: 'paragraph' as const, runs: [{ text: 'Cans are light. '.repeat(400) }] }];
const made = { kind: 'made' } as const;

test('a report without data brings nothing, and is not for sale', async () => {
  await publisher.write({ ...bareReport, delivery: made, description: longText });
  expect(await listSold('AC-1')).toEqual([]);
  const unsold = { formats: [], prices: {}, delivery: { kind: 'none' } };
  expect(await publisher.catalogue.reports.getByCode('AC-1')).toMatchObject(unsold);
  expect((await publisher.catalogue.reports.list(1)).items).toMatchObject([unsold]);
});

test('a report with series has a workbook too, and so has one with rankings alone', async () => {
  const { data } = fullReport;
  const both = { formats: ['pdf', 'xlsx'] };
  await publisher.write({ ...bareReport, code: 'AC-2', title: 'Tin', delivery: made, data });
  expect(await listSold('AC-2')).toEqual(['pdf', 'workbook']);
  expect(await publisher.catalogue.reports.getByCode('AC-2')).toMatchObject(both);
  const ranking = {
    id: 'leaders',
    label: 'Output',
    measure: 'volume' as const,
    unit: 'tonnes',
    source: 'cans',
    year: 2025,
    rows: [{ name: 'Peru', value: 3 }],
  };
  const figures = { key: 'lead', series: [], rankings: [ranking] };
  const rankings = { figures, sources: data?.sources ?? [] };
  await publisher.write({
    ...bareReport,
    code: 'AC-4',
    title: 'Lead',
    delivery: made,
    data: rankings,
  });
  expect(await listSold('AC-4')).toEqual(['pdf', 'workbook']);
  expect(await publisher.catalogue.reports.getByCode('AC-4')).toMatchObject(both);
});

test('what an edition sells is decided by its own version, not by the newest one', async () => {
  const { data } = fullReport;
  await publisher.write({ ...bareReport, code: 'AC-3', title: 'Zinc', delivery: made, data });
  await publisher.write({ code: 'AC-3', data: null });
  expect(await listSold('AC-3')).toEqual(['pdf', 'workbook']);
});

test('an edition that nobody could buy sells what the report says once there is something', async () => {
  await publisher.write({ ...bareReport, code: 'AC-5', title: 'Iron', delivery: made });
  expect(await publisher.catalogue.reports.getByCode('AC-5')).toMatchObject({ prices: {} });
  await publisher.write({ code: 'AC-5', data: fullReport.data });
  expect(await listSold('AC-5')).toEqual(['pdf', 'workbook']);
  expect(await publisher.catalogue.reports.getByCode('AC-5')).toMatchObject({
    prices: { single: 120_000 },
    delivery: made,
  });
});
