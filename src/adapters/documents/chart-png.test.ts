import sharp from 'sharp';
import { expect, test } from 'vitest';
import { loadSampleReport } from '../../../test/support/document-samples.ts';
import { createDocumentRenderer } from './index.ts';

test('every chart of a report is a picture of bounded size, with its texts in our fonts', async () => {
  const document = loadSampleReport();
  const renderer = createDocumentRenderer();
  for (const { id } of [...document.figures.series, ...document.figures.rankings]) {
    const bytes = await renderer.renderChartPng(document, id);
    const { format, width, height } = await sharp(bytes).metadata();
    expect([format, width]).toEqual(['png', 1480]);
    expect(height).toBeLessThan(2400);
    // The title's first line holds dark pixels: its outlines are drawn.
    const title = sharp(bytes).extract({ left: 40, top: 30, width: 600, height: 60 });
    expect((await title.stats()).channels[0]?.min).toBeLessThan(80);
  }
});

test('an unknown chart is a fault', async () => {
  await expect(createDocumentRenderer().renderChartPng(loadSampleReport(), 'x')).rejects.toThrow(
    'has no chart x',
  );
});
