import { expect, test } from 'vitest';
import { loadSampleReport } from '../../../test/support/document-samples.ts';
import { createDocumentRenderer } from './index.ts';

test('a document that can not be rendered is rejected, and the next one is rendered', async () => {
  const renderer = createDocumentRenderer();
  const document = loadSampleReport();
  const broken = { ...document, title: undefined as never };
  const [first, second] = await Promise.allSettled([
    renderer.renderReportPdf(broken),
    renderer.renderReportWorkbook(document),
  ]);
  expect(first.status).toBe('rejected');
  expect(second.status).toBe('fulfilled');
});
