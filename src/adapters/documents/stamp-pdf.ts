import PDFDocument from 'pdfkit';
import { fittingSize } from './fitting-size.ts';
import { basicFonts } from './inter-fonts.ts';
import { MultilingualText } from './multilingual-text.ts';
import { loadFontsFor } from './noto-fonts.ts';

/**
 * A PDF of one page, `width` by `height` points, with a copy's stamp at its foot, in any alphabet.
 * The stamp has a white background, so that it can be read on a dark page.
 */
export async function renderStampPdf(
  line: string,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<Buffer> {
  await loadFontsFor(line);
  const pdf = new PDFDocument({ size: [width, height], margin: 0, pdfVersion: '1.7' });
  pdf.registerFont('sans', basicFonts.sans);
  pdf.registerFont('bold', basicFonts.bold);
  const parts: Buffer[] = [];
  pdf.on('data', (part: Buffer) => parts.push(part));
  const finished = new Promise<Buffer>((resolve) =>
    pdf.once('end', () => resolve(Buffer.concat(parts))),
  );
  const text = new MultilingualText(pdf);
  const style = { size: fittingSize(line, width, height), bold: false };
  const measured = text.measure(line, { ...style, width: width - 4 });
  const top = Math.max(0, height - measured.height);
  pdf.rect(0, top, measured.width + 4, measured.height).fill('#ffffff');
  text.draw(line, { ...style, x: 2, top, width: width - 4, colour: '#55524b' });
  pdf.end();
  return finished;
}
