import { describe, expect, it, test } from 'vitest';
import type { ReportDocument } from '#core/catalogue/reports/report-document.model.ts';
import { addFacts } from '#core/catalogue/reports/describe-report.ts';
import { toReportContent } from '#core/catalogue/reports/report-content.model.ts';
import type { ReportInput } from '#core/catalogue/reports/report-input.model.ts';
import type { VersionParts } from '#core/catalogue/reports/report-version.model.ts';
import { makePicture } from '../../../test/support/hostile-pictures.ts';
import { sampleStamp } from '../../../test/support/document-samples.ts';
import { joinTexts, readPdfPages, removeSpaces } from '../../../test/support/read-pdf.ts';
import {
  barestReport,
  chineseReport,
  fullReport,
  longReport,
  reportSamples,
} from '../../../test/support/report-samples.ts';
import { createDocumentRenderer } from './index.ts';

const renderer = createDocumentRenderer();

function toDocument({ data, ...input }: ReportInput): ReportDocument {
  const shortDescription = input.shortDescription ?? '';
  const content = toReportContent(input as VersionParts, shortDescription);
  const figures = data?.figures ?? { key: input.code, series: [], rankings: [] };
  return {
    ...content,
    publisher: 'Éditions Moreau',
    website: 'https://moreau.example',
    code: input.code,
    title: String(input.title),
    shortDescription,
    industry: 'Metals',
    industrySlug: 'metals',
    publishedOn: '2026-10-01',
    edition: 2,
    figures: addFacts({ figures, description: content.description }),
    sources: data?.sources ?? [],
  };
}
const readText = (pdf: Uint8Array): string => readPdfPages(pdf).map(joinTexts).join('');

test.each(reportSamples.map((report) => [report.code, report] as const))(
  'a sample, a report and a workbook are made of %s',
  async (code, report) => {
    const document = toDocument(report);
    const sample = readText(await renderer.renderSamplePdf(document));
    expect(sample).toContain(removeSpaces(`This is a sample of report ${code}`));
    const { bytes, pages } = await renderer.renderReportPdf(document, sampleStamp);
    expect(readPdfPages(bytes)).toHaveLength(pages);
    expect(readText(bytes)).not.toMatch(/undefined|\[object|NaN/);
    expect((await renderer.renderReportWorkbook(document)).length).toBeGreaterThan(1000);
  },
);

it('a bare report has no chapter with nothing in it', async () => {
  const { bytes } = await renderer.renderReportPdf(toDocument(barestReport));
  const text = readText(bytes);
  for (const chapter of ['Key figures', 'Segmentation', 'Data tables', 'Terms used', 'Sources'])
    expect(text).not.toContain(removeSpaces(chapter));
  expect(text).not.toContain('Writtenby');
});

it('prints pictures of the library over their captions, and the caption alone of others', async () => {
  const document = toDocument(fullReport);
  const countPictures = (pdf: Uint8Array): number =>
    Buffer.from(pdf).toString('latin1').split('/Subtype /Image').length - 1;
  const without = await renderer.renderReportPdf(document, sampleStamp);
  const jpeg = await makePicture('#2a7f4f', { type: 'jpeg', width: 900, height: 600 });
  const pictures = { 'posts/plant.jpg': { jpeg, widthPx: 900, heightPx: 600 } };
  const { bytes } = await renderer.renderReportPdf({ ...document, pictures }, sampleStamp);
  expect(countPictures(bytes) - countPictures(without.bytes)).toBe(1);
  for (const pdf of [bytes, without.bytes])
    expect(readText(pdf)).toContain(removeSpaces('A plant in Lyon'));
});

describe('a full report', () => {
  it('prints every block of its description', async () => {
    const { bytes } = await renderer.renderReportPdf(toDocument(fullReport));
    const text = readText(bytes);
    for (const words of [
      'Cans are light & <b>cheap</b>, see the study',
      'Demand <script>alert(1)</script>',
      'Demand doubles by 2032.',
      'By region',
      '1. Europe',
      '– Germany',
      '330 ml',
      'A plant in Lyon',
      'Written by',
      'Ines Moreau, Metals desk',
      'Our calculation.',
      'Ardagh',
      'By size',
    ])
      expect(text, words).toContain(removeSpaces(words));
  });
});

it('a report in another alphabet prints its title, headings, paragraphs and tables', async () => {
  const { bytes } = await renderer.renderReportPdf(toDocument(chineseReport));
  const text = readText(bytes);
  for (const words of [chineseReport.title, '需求', '到2032年需求将翻一番', '亚洲', '李明'])
    expect(text).toContain(words);
  expect(text).not.toContain('[U+');
});

it('a title of 3,000 characters keeps within its pages', async () => {
  const { bytes, pages } = await renderer.renderReportPdf(toDocument(longReport));
  expect(pages).toBeLessThan(8);
  expect(bytes.length).toBeGreaterThan(5000);
});
