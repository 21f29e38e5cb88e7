import { PDFiumLibrary } from '@hyzyla/pdfium';
import { ZipArchive } from '#adapters/zip/read-zip.ts';

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
  const bytes = 2 ** 30;
  const limits = {
    maxEntries: 20_000,
    maxEntryBytes: bytes,
    maxTotalBytes: bytes,
    ratioFloorBytes: bytes,
  };
  const archive = await ZipArchive.open(Buffer.from(zip), limits);
  const parts = new Map<string, string>();
  for (const entry of archive.entries)
    parts.set(entry.name, (await archive.readWhole(entry)).toString('utf8'));
  return parts;
}
