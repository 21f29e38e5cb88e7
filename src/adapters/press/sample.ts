import type { ReportDocument } from '#core/catalogue/document.model.ts';
import { drawRanking, drawSeries } from '#core/catalogue/drawing.model.ts';
import type { Ranking } from '#core/catalogue/figures.model.ts';
import type { ContentsEntry } from '#core/catalogue/text.model.ts';
import { cover, keyFigures, margins } from './pdf.ts';
import { measure, openSheet, page, type Sheet } from './sheet.ts';

/** The sample of a report: cover, contents, key figures and one chart; "Sample" stands across each page. */
export async function printSample(document: ReportDocument): Promise<Uint8Array> {
  const { text, figures, sources, publisher, website } = document;
  const sheet = openSheet(`Sample: ${text.title}`, publisher, document.industrySlug);
  const heading = (title: string): void => {
    sheet.newPage();
    sheet.text(title, 24, { font: 'serif', colour: 'hue', gap: 16 });
  };
  cover(sheet, document);
  heading('What the report holds');
  sheet.text(text.shortDescription, 11, { gap: 16 });
  entries(sheet, text.contents, 0);
  heading('Key figures');
  keyFigures(sheet, document);
  heading('The subject');
  sheet.text(text.intro.join(' '), 11, { gap: 18 });
  const [series] = figures.series;
  const shown = series ?? figures.rankings[0];
  if (shown) {
    sheet.text(shown.label, 15, { font: 'serif', gap: 10, keep: 260 });
    sheet.draw(series ? drawSeries(series) : drawRanking(shown as Ranking));
    sheet.text(sources.find(({ id }) => id === shown.source)?.attribution ?? '', 8.5, {
      colour: 'muted',
      gap: 20,
    });
  }
  sheet.text(
    `This is a sample of report ${document.code}. The whole report, with its tables as an Excel workbook, is sold at ${website}.`,
    11,
    { font: 'bold', keep: 20 },
  );
  const pages = sheet.number();
  margins(sheet, document, pages);
  for (let i = 0; i < pages; i++) watermark(sheet, i);
  return sheet.close();
}

function entries(sheet: Sheet, all: readonly ContentsEntry[], level: number): void {
  for (const { title, children } of all) {
    sheet.text(title, level === 0 ? 11 : 10, {
      font: level === 0 ? 'bold' : 'sans',
      indent: level * 16,
      gap: level === 0 ? 4 : 2,
    });
    if (children) entries(sheet, children, level + 1);
  }
}

function watermark({ pdf, paint }: Sheet, at: number): void {
  pdf.switchToPage(at);
  pdf.save().rotate(-52, { origin: [page.width / 2, page.height / 2] });
  pdf.font('bold').fontSize(120).fillColor(paint.muted).fillOpacity(0.13);
  pdf.text('SAMPLE', page.left - 60, page.height / 2 - 70, {
    width: measure + 120,
    align: 'center',
    lineBreak: false,
  });
  pdf.restore();
}
