import { writeFileSync } from 'node:fs';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { ZipReader } from '#adapters/goods/zip/read-zip.ts';
import { createTemporaryFolder } from './temporary-folder.ts';

/** The text of every page of a PDF, as a reader's program finds it. Throws for what is no PDF. */
export async function readPdfTexts(pdf: Uint8Array): Promise<string[]> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(pdf);
  const texts = Array.from(document.pages(), (page) => page.getText());
  document.destroy();
  library.destroy();
  return texts;
}

/** The parts of a ZIP by name, in order; each is unpacked and checked. */
export async function readZipParts(zip: Uint8Array): Promise<Map<string, string>> {
  const folder = createTemporaryFolder('zip');
  const file = `${folder.path}/file.zip`;
  writeFileSync(file, zip);
  const reader = await ZipReader.open(file);
  const parts = new Map<string, string>();
  for (const entry of reader.entries)
    parts.set(entry.name, (await reader.read(entry)).toString('utf8'));
  reader.close();
  folder.remove();
  return parts;
}
