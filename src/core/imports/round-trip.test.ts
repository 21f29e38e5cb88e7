import { expect, test } from 'vitest';
import type { ReportInput } from '../catalogue/reports/report-input.model.ts';
import { openTestImports } from '../../../test/support/test-imports.ts';
import { writeDemoInputs } from '../../../test/support/demo-inputs.ts';

/** A report as publishers write it: formulas, quotes, other alphabets, white space, every part. */
const hostileReport: ReportInput = {
  code: 'X-1',
  title: '=HYPERLINK("http://evil.example") <b>&amp;</b>',
  industry: 'Food',
  state: 'published',
  prices: { single: 100_050, multiple: 'on-request' },
  delivery: { kind: 'by-us', days: 14 },
  companies: ['A; B\\ Ltd', '+1', "'quoted'", 'شركة', '小麦公司'],
  segmentation: [{ by: 'By type: new', items: ['a;b', 'c:d'] }],
  contents: [{ title: '1 2 3', children: [{ title: '2030' }] }, { title: '5) x' }],
  tables: ['Table 1: a; b'],
  shortDescription: '-5 % in 2025, "quoted"',
  faqs: [{ question: '@why?', answer: 'Line one\nline two' }],
  keyFigures: [{ label: 'Output', value: '843', isComputed: false }],
  description: [
    { kind: 'paragraph', runs: [{ text: '<script>alert(1)</script>', isBold: true }] },
    { kind: 'paragraph', runs: [{ text: ' 5\u00A0% and ' }, { text: 'two  runs ' }] },
    { kind: 'table', rows: [[{ runs: [{ text: 'x' }], columns: 2, isHeader: true }]] },
    { kind: 'picture', name: 'a/b.png', text: 'a "b"' },
    { kind: 'takeaways', blocks: [{ kind: 'paragraph', runs: [{ text: 'x', href: '/a?b=1&c' }] }] },
  ],
};

test('F33: exported, imported into an empty store and exported again: the same bytes', async () => {
  const from = await openTestImports();
  const reports = writeDemoInputs().slice(0, 12);
  await from.publisher.deps.db.transaction().execute((tx) =>
    from.publisher.catalogue.industries.ensure(
      tx,
      reports.map(({ industry }) => industry ?? ''),
    ),
  );
  const results = await from.publisher.write(hostileReport, ...reports);
  expect(results.filter(({ ok }) => !ok)).toEqual([]);
  for (const format of ['csv', 'xlsx', 'jsonl'] as const) {
    const to = await openTestImports();
    const exported = await from.exportFile(format);
    const done = await to.importFile(exported, { industries: 'create' });
    expect(await to.imports.listBadRows(done.id, 10)).toEqual([]);
    expect(done).toMatchObject({ state: 'done', counts: { created: 13 } });
    expect((await to.exportFile(format)).equals(exported)).toBe(true);
    await to.publisher.close();
  }
  await from.publisher.close();
});
