import { expect, test } from 'vitest';
import { loadSampleReport } from '../../../test/support/document-samples.ts';
import { joinTexts, readPdfPages, removeSpaces } from '../../../test/support/read-pdf.ts';
import { createDocumentRenderer } from './index.ts';

test('a sample says that it is one, and is shorter than the report', async () => {
  const renderer = createDocumentRenderer();
  const document = loadSampleReport();
  const sample = await renderer.renderSamplePdf(document);
  expect(sample.length).toBeLessThan((await renderer.renderReportPdf(document)).bytes.length);
  const text = readPdfPages(sample).map(joinTexts).join('');
  expect(text).toContain(removeSpaces(`This is a sample of report ${document.code}`));
  expect(text).not.toContain(removeSpaces('Terms used'));
});
