import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPdfPages } from '../../../../test/support/read-pdf.ts';
import { fullReport } from '../../../../test/support/report-samples.ts';
import {
  expectOk,
  openTestEditing,
  type TestEditing,
} from '../../../../test/support/test-editing.ts';
import type { ReportInput } from '../reports/report-input.model.ts';

let tester: TestEditing;
beforeAll(async () => {
  tester = await openTestEditing({ rendersDocuments: true });
});
afterAll(() => tester?.close());

const made = { kind: 'made' } as const;
const { data } = fullReport;
const longText = [{ kind: 'paragraph' as const, runs: [{ text: 'Cans are light. '.repeat(900) }] }];

const count = () => tester.catalogue.jobs['catalogue.countMadePages']();
const getPages = async (code: string) => (await tester.catalogue.reports.getByCode(code))?.pages;
const publish = async (id: number) =>
  tester.editing.publishing.publish(tester.anna, id, {
    revision: await tester.revisionOf(id),
    kind: 'correction',
    reason: '',
  });
const addPublished = (code: string, more: Partial<ReportInput> = {}): Promise<number> =>
  tester.addReport(code, { delivery: made, data, state: 'published', ...more });

/** The pages of the PDF that somebody with very long names gets. */
async function printCopy(reportId: number, reportCode: string): Promise<number> {
  const stamp = {
    buyer: 'Wilhelmina '.repeat(9).trim(),
    company: 'Gesellschaft für Marktforschung '.repeat(6).trim(),
    licence: 'Corporate User',
    order: '10482',
    date: '28 Nov 2026',
  };
  const copy = expectOk(
    await tester.catalogue.files.ensureBuyerCopy({
      reportId,
      reportCode,
      edition: 1,
      file: { kind: 'pdf', editionFileId: null },
      copyId: `copy-${reportCode}`,
      stamp,
    }),
  );
  const [part] = copy.parts;
  const stream = await tester.deps.files.read(part?.fileKey ?? '');
  if (!stream) throw new Error('there is no copy');
  return readPdfPages(await buffer(stream)).length;
}

test('the page of a report that is made says as many pages as its buyer gets', async () => {
  const short = await addPublished('MADE-1');
  const long = await addPublished('MADE-2', { description: longText });
  expect([await getPages('MADE-1'), await getPages('MADE-2')]).toEqual([undefined, undefined]);
  await count();
  const pages = [await getPages('MADE-1'), await getPages('MADE-2')];
  expect(pages).toEqual([await printCopy(short, 'MADE-1'), await printCopy(long, 'MADE-2')]);
  expect(pages[1]).toBeGreaterThan(pages[0] ?? Infinity);
});

test('a number that a sheet gives for what is made is never shown, and stops the next publication', async () => {
  const id = await addPublished('TYPED-1', { pages: 82 });
  expect(await getPages('TYPED-1')).toBeUndefined();
  await count();
  const pages = await getPages('TYPED-1');
  expect(pages).toBe(await printCopy(id, 'TYPED-1'));
  const message = expect.stringContaining(`made of this report has ${pages} pages, not 82`);
  await tester.save(id, 'prices.single', 130_000);
  expect(await publish(id)).toMatchObject({ ok: false, errors: { pages: [message] } });
  await tester.save(id, 'pages', pages);
  expectOk(await publish(id));
  expect(await getPages('TYPED-1')).toBe(pages);
});

test('a draft that is made is counted too, so that its typed number can be compared', async () => {
  const id = await tester.addReport('DRAFT-1', { delivery: made, data, pages: 82 });
  await count();
  const message = expect.stringContaining('pages, not 82');
  expect(await publish(id)).toMatchObject({ ok: false, errors: { pages: [message] } });
  await tester.save(id, 'pages', null);
  expectOk(await publish(id));
});

test('pages are counted again where an edition sells another text, and nowhere else', async () => {
  const id = await addPublished('NEXT-1');
  await count();
  const before = await getPages('NEXT-1');
  await tester.write({ code: 'NEXT-1', description: longText });
  await count();
  expect(await getPages('NEXT-1')).toBe(before);
  expectOk(
    await tester.editing.publishing.publish(tester.anna, id, {
      revision: await tester.revisionOf(id),
      kind: 'new-edition',
      reason: 'A longer text.',
    }),
  );
  expect(await getPages('NEXT-1')).toBeUndefined();
  await count();
  expect(await getPages('NEXT-1')).toBeGreaterThan(before ?? Infinity);
});

test('what a buyer is given corrects a number that was counted by another program', async () => {
  const id = await addPublished('OLD-1');
  await tester.catalogue.madePages.noteKnown({ 'OLD-1': 500 });
  expect(await getPages('OLD-1')).toBe(500);
  expect(await getPages('OLD-1')).not.toBe(await printCopy(id, 'OLD-1'));
  expect(await getPages('OLD-1')).toBe(await printCopy(id, 'OLD-1'));
});
