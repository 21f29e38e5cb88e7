import type { Stamp } from '#core/orders/delivery/stamp.model.ts';
import { spawnSync } from 'node:child_process';
import { inflateRawSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { writeDemoReports } from '#demo/report-writer/demo-reports.ts';
import { createDemoFileReader } from '#demo/report-writer/read-demo-file.ts';
import type { ReportDocument } from '#core/catalogue/report-document.model.ts';
import type { Source } from '#core/catalogue/figures.model.ts';

import { loadFontsFor } from './noto-fonts.ts';
import { splitByFont } from './font-runs.ts';
import { createDocumentRenderer } from './index.ts';

const renderer = createDocumentRenderer();
const stamp: Stamp = {
  buyer: 'Łukasz Żółć',
  company: 'Ωμέγα & Sons',
  licence: 'Single user',
  order: 'QI-000001',
  date: '2026-11-21',
};
let document: ReportDocument;
beforeAll(() => {
  const load = createDemoFileReader('db/demo');
  const [report] = writeDemoReports(load);
  if (!report) throw new Error('no report');
  document = {
    publisher: 'Quillmark Insights',
    website: 'http://localhost:8080',
    code: report.code,
    industry: 'Crops',
    industrySlug: report.industrySlug,
    publishedOn: report.publishedOn,
    edition: 1,
    text: report.text,
    figures: report.figures,
    sources: load('sources.json') as Source[],
  };
});

/** One file of a ZIP by its name, read from the local headers. */
function unzipFile(zip: Buffer, name: string): string {
  const at = zip.indexOf(Buffer.from(name));
  const header = at - 30;
  const directory = zip.lastIndexOf(Buffer.from(name)) - 46;
  const size = zip.readUInt32LE(directory + 20);
  const start = at + name.length + zip.readUInt16LE(header + 28);
  const bytes = zip.subarray(start, start + size);
  return (zip.readUInt16LE(header + 8) === 0 ? bytes : inflateRawSync(bytes)).toString();
}
/** The text of a PDF where the system can tell; undefined where it has no pdftotext. */
function textOf(pdf: Uint8Array): string | undefined {
  const read = spawnSync('pdftotext', ['-', '-'], {
    input: pdf,
    encoding: 'utf8',
    maxBuffer: 50_000_000,
  });
  return read.status === 0 ? read.stdout : undefined;
}

test('letters of other alphabets are set in a font that has them, and a letter that none has is written as its code point', async () => {
  await loadFontsFor('李明 株式会社日立 삼성전자 محمد דוד สมชาย राजेश');
  expect(
    splitByFont('李明 株式会社 삼성 محمد דוד สมชาย राजेश').every(({ text }) => !text.includes('U+')),
  ).toBe(true);
  expect(splitByFont('Żółć Ωμέγα Иван').map(({ subset }) => subset)).toEqual(
    expect.arrayContaining(['latin-ext', 'greek', 'cyrillic']),
  );
  expect(
    splitByFont('Ꭰ😀')
      .map(({ text }) => text)
      .join(''),
  ).toBe('[U+13A0][U+1F600]');
  expect(
    splitByFont('a\r\n\u202eb')
      .map(({ text }) => text)
      .join(''),
  ).not.toMatch(/[\r\n\u202e]/);
});

test("a copy has the buyer's line on every page; a workbook has it on its first sheet and in its properties", async () => {
  const { bytes, pages } = await renderer.renderReportPdf(document, stamp);
  expect(pages).toBeGreaterThanOrEqual(12);
  const text = textOf(bytes);
  if (text !== undefined) expect(text.match(/Licensed to Łukasz Żółć/g)?.length).toBe(pages);
  const workbook = Buffer.from(await renderer.renderReportWorkbook(document, stamp));
  expect(unzipFile(workbook, 'docProps/core.xml')).toContain(
    'Licensed to Łukasz Żółć, Ωμέγα &amp; Sons',
  );
  expect(unzipFile(workbook, '[Content_Types].xml')).toContain('docProps/core.xml');
  expect((await renderer.renderReportWorkbook(document)).length).toBeLessThan(workbook.length);
});

test('a sample says that it is one, and is shorter than the report', async () => {
  const sample = await renderer.renderSamplePdf(document);
  expect(sample.length).toBeLessThan((await renderer.renderReportPdf(document)).bytes.length);
  const text = textOf(sample);
  if (text !== undefined) {
    expect(text).toContain(`This is a sample of report ${document.code}`);
    expect(text).not.toContain('Terms used');
  }
});

test('a line that is too long is set smaller, and never loses order and date', async () => {
  const { bytes, pages } = await renderer.renderReportPdf(document, {
    ...stamp,
    buyer: 'Buyer '.repeat(33),
    company: 'Company '.repeat(25),
  });
  const text = textOf(bytes)?.replaceAll(/\s+/g, ' ');
  if (text !== undefined) expect(text.match(/order QI-000001 · 2026-11-21/g)?.length).toBe(pages);
  expect(bytes.length).toBeGreaterThan(10_000);
});

test("what the press can't print is thrown, and the next one is printed all the same", async () => {
  const broken = { ...document, text: { ...document.text, title: undefined as never } };
  const [first, second] = await Promise.allSettled([
    renderer.renderReportPdf(broken),
    renderer.renderReportWorkbook(document),
  ]);
  expect(first.status).toBe('rejected');
  expect(second.status).toBe('fulfilled');
});
