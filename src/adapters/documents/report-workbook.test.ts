import { inflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { formatDay } from '#core/kernel/date.model.ts';
import { loadSampleReport, sampleStamp } from '../../../test/support/document-samples.ts';
import { createDocumentRenderer } from './index.ts';

/** One file of a ZIP by its name, read from the local headers. */
function unzipFile(zip: Buffer, name: string): string {
  const nameStart = zip.indexOf(Buffer.from(name));
  const header = nameStart - 30;
  const directoryEntry = zip.lastIndexOf(Buffer.from(name)) - 46;
  const size = zip.readUInt32LE(directoryEntry + 20);
  const start = nameStart + name.length + zip.readUInt16LE(header + 28);
  const bytes = zip.subarray(start, start + size);
  const isStored = zip.readUInt16LE(header + 8) === 0;
  return (isStored ? bytes : inflateRawSync(bytes)).toString();
}

test("a stamped workbook has the buyer's line on a sheet and in its properties", async () => {
  const renderer = createDocumentRenderer();
  const document = loadSampleReport();
  const workbook = Buffer.from(await renderer.renderReportWorkbook(document, sampleStamp));
  expect(unzipFile(workbook, 'docProps/core.xml')).toContain(
    'Licensed to Łukasz Żółć, Ωμέγα &amp; Sons',
  );
  expect(unzipFile(workbook, '[Content_Types].xml')).toContain('docProps/core.xml');
  expect((await renderer.renderReportWorkbook(document)).length).toBeLessThan(workbook.length);
});

test("a workbook names source, unit and place above its columns, and a projection in its year's row", async () => {
  const document = loadSampleReport();
  const workbook = Buffer.from(await createDocumentRenderer().renderReportWorkbook(document));
  const texts = unzipFile(workbook, 'xl/sharedStrings.xml');
  const [main] = document.figures.series;
  const source = document.sources.find(({ id }) => id === main?.source)?.name ?? 'none';
  expect(texts).toContain(`${main?.unit}, ${main?.place}, ${source}`);
  expect(texts).toContain(`Production by country (${source})`);
  expect(texts).toMatch(/>Source&apos;s status<|>Source's status</);
  expect(texts).toContain('>projection<');
  expect(texts).toContain(`>1, ${formatDay(document.publishedOn)}<`);
});
