import { beforeAll, expect, test } from 'vitest';
import { formatDay } from '#core/kernel/date.model.ts';
import type { ReportDocument } from '#core/catalogue/reports/report-document.model.ts';
import { loadSampleReport, sampleStamp } from '../../../test/support/document-samples.ts';
import { joinTexts, readPdfPages, removeSpaces } from '../../../test/support/read-pdf.ts';
import { createDocumentRenderer } from './index.ts';

const renderer = createDocumentRenderer();
let document: ReportDocument;
beforeAll(() => {
  document = loadSampleReport();
});

test.each([
  'Łukasz Żółć',
  'Γιώργος Ωμέγα',
  'Иван Щукин',
  '李明',
  '佐藤さくら',
  '김민수',
  'สมชาย ใจดี',
])("a stamped copy has the buyer's line on each page, in their letters: %s", async (buyer) => {
  const unstamped = await renderer.renderReportPdf(document);
  const stamp = { ...sampleStamp, buyer, company: 'Acme', order: 'QI-000042' };
  const { bytes, pages } = await renderer.renderReportPdf(document, stamp);
  const allPages = readPdfPages(bytes);
  expect([pages, allPages.length]).toEqual([unstamped.pages, unstamped.pages]);
  const line = `Licensed to ${buyer}, Acme · Single user · order QI-000042 · 2026-11-21`;
  for (const page of allPages) expect(joinTexts(page)).toContain(removeSpaces(line));
});

test('a report has twelve pages or more, and only a stamped copy names its buyer', async () => {
  const unstamped = await renderer.renderReportPdf(document);
  expect(unstamped.pages).toBeGreaterThanOrEqual(12);
  const texts = readPdfPages(unstamped.bytes).map(joinTexts).join('');
  expect(texts).not.toContain('Licensedto');
  const published = formatDay(document.publishedOn);
  expect(published).toMatch(/^\d{1,2} [A-Z][a-z]{2} 20\d\d$/);
  expect(texts).toContain(removeSpaces(`1, published ${published}`));
  expect(texts).toContain('2025(estimate)');
  expect(texts).toContain('2026(projection)');
});

test('a line that is too long is set smaller, and never loses order and date', async () => {
  const { bytes, pages } = await renderer.renderReportPdf(document, {
    ...sampleStamp,
    buyer: 'Buyer '.repeat(33),
    company: 'Company '.repeat(25),
  });
  const texts = readPdfPages(bytes).map(joinTexts);
  const line = removeSpaces('order QI-000001 · 2026-11-21');
  expect(texts.filter((text) => text.includes(line))).toHaveLength(pages);
  expect(bytes.length).toBeGreaterThan(10_000);
});

test('a name that is read from right to left is set so, in letters that join', async () => {
  const { bytes } = await renderer.renderReportPdf(document, {
    ...sampleStamp,
    buyer: 'محمد عبد',
    company: 'דוד',
  });
  const [page = []] = readPdfPages(bytes).slice(1);
  const findX = (letter: string): number => page.find(({ text }) => text.includes(letter))?.x ?? 0;
  expect(findX('ب')).toBeGreaterThan(0);
  expect(findX('ح')).toBeGreaterThan(findX('ب'));
  expect(findX('ו')).toBeGreaterThan(findX('ח'));
});
