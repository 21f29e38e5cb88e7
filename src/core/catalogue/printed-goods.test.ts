import { afterAll, beforeAll, expect, test } from 'vitest';
import { fullReport } from '../../../test/support/report-samples.ts';
import {
  bareReport,
  openTestPublisher,
  type TestPublisher,
} from '../../../test/support/test-publisher.ts';

let publisher: TestPublisher;
beforeAll(async () => {
  publisher = await openTestPublisher();
});
afterAll(() => publisher?.close());

async function listSold(code: string): Promise<string[]> {
  const { catalogue, database } = publisher;
  const report = await catalogue.getReportForSale({ code });
  const { files } = await database.db
    .transaction()
    .execute((tx) =>
      catalogue.listSoldFiles(tx, { reportId: report?.id ?? 0, licence: 'single-user' }),
    );
  return files.map(({ kind }) => kind);
}

test('a report without data is sold as a PDF, and promises no more', async () => {
  await publisher.write(bareReport);
  expect(await listSold('AC-1')).toEqual(['pdf']);
  expect(await publisher.catalogue.getReportByCode('AC-1')).toMatchObject({ formats: ['pdf'] });
  expect((await publisher.catalogue.listReports(1)).items).toMatchObject([{ formats: ['pdf'] }]);
});

test('a report with series has a workbook too, and so has one with rankings alone', async () => {
  const { data } = fullReport;
  const both = { formats: ['pdf', 'xlsx'] };
  await publisher.write({ ...bareReport, code: 'AC-2', title: 'Tin', data });
  expect(await listSold('AC-2')).toEqual(['pdf', 'workbook']);
  expect(await publisher.catalogue.getReportByCode('AC-2')).toMatchObject(both);
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
  await publisher.write({ ...bareReport, code: 'AC-4', title: 'Lead', data: rankings });
  expect(await listSold('AC-4')).toEqual(['pdf', 'workbook']);
  expect(await publisher.catalogue.getReportByCode('AC-4')).toMatchObject(both);
});

test('what an edition sells is decided by its own version, not by the newest one', async () => {
  await publisher.write({ ...bareReport, code: 'AC-3', title: 'Zinc' });
  await publisher.write({ code: 'AC-3', data: fullReport.data });
  expect(await listSold('AC-3')).toEqual(['pdf']);
});
