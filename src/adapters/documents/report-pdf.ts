import type { ReportDocument } from '#core/catalogue/reports/report-document.model.ts';
import { formatDay } from '#core/kernel/date.model.ts';
import { formatStamp, type Stamp } from '#core/orders/delivery/stamp.model.ts';
import { fittingSize } from './fitting-size.ts';
import { loadFontsFor } from './noto-fonts.ts';
import { pageSize, textWidth } from './page-layout.ts';
import { PdfBuilder } from './pdf-builder.ts';
import { addBody, countOutlineEntries } from './report-body.ts';
import { contentsEntriesPerPage, ReportOutline } from './report-outline.ts';
import { addCover, drawMargins } from './report-parts.ts';

/**
 * A report as a PDF of vectors and embedded fonts: cover, imprint, contents with page numbers, and
 * every chapter. With a stamp it is one buyer's copy, and says so on every page.
 */
export async function renderReportPdf(
  document: ReportDocument,
  stamp?: Stamp,
): Promise<{ bytes: Uint8Array; pages: number }> {
  await loadFontsFor(listTexts(document, stamp));
  const { title, publisher, industrySlug, accent } = document;
  const builder = new PdfBuilder({ title, publisher, industrySlug, accent });
  const outline = new ReportOutline(builder);
  addCover(builder, document);
  addImprint(builder, document, stamp);
  const contentsPageIndex = builder.pageCount;
  const contentsPages = Math.ceil(countOutlineEntries(document) / contentsEntriesPerPage);
  for (let i = 0; i < contentsPages; i++) builder.newPage();
  addBody(builder, outline, document);
  outline.drawContents(contentsPageIndex);
  drawMargins(builder, document);
  if (stamp) drawStamp(builder, stamp);
  return { pages: builder.pageCount, bytes: await builder.finish() };
}

/** Every character that may have to be drawn. */
const listTexts = (document: ReportDocument, stamp: Stamp | undefined): string =>
  JSON.stringify(document) + (stamp ? formatStamp(stamp) : '');

function addImprint(builder: PdfBuilder, document: ReportDocument, stamp: Stamp | undefined): void {
  builder.newPage();
  const { code, edition, publishedOn, publisher, website, industry, authorNames } = document;
  builder.addText(document.title, 20, { font: 'serif', gap: 18 });
  builder.addText(document.shortDescription, 11, { gap: 24 });
  for (const [name, value] of [
    ['Code', code],
    ['Edition', `${edition}, published ${formatDay(publishedOn)}`],
    ['Industry', industry],
    ...(authorNames.length > 0 ? [['Written by', authorNames.join(', ')] as const] : []),
    ['Publisher', `${publisher}, ${website}`],
  ] as const) {
    builder.addRow(
      [
        { text: name, x: 0, width: 110, font: 'bold' },
        { text: value, x: 120, width: textWidth - 120 },
      ],
      10.5,
    );
  }
  builder.addSpace(24);
  builder.addText('Licence', 13, { font: 'bold' });
  builder.addMultilingualText(`${describeLicensee(stamp)} ${usageTerms}`, 10.5, 16);
  if (document.sources.length === 0) return;
  builder.addText('Figures and sources', 13, { font: 'bold' });
  builder.addText(sourcesNote, 10.5);
}

const describeLicensee = (stamp: Stamp | undefined): string =>
  stamp
    ? `This copy is licensed to ${stamp.buyer}, ${stamp.company}: ${stamp.licence} licence, ` +
      `order ${stamp.order}.`
    : 'This report is licensed to its buyer under the licence named in the order: a single user, ' +
      'a number of named users of one company, or one company as a whole.';

const usageTerms =
  "Figures may be quoted in the reader's own work with the source named; the file itself may not " +
  'be passed on.';

const sourcesNote =
  'Each figure carries its source, unit and year. What we calculated ourselves is ' +
  'marked as such. The sources and their licences stand on the last pages.';

/** The buyer's line at the foot of every page, the cover included. */
function drawStamp(builder: PdfBuilder, stamp: Stamp): void {
  const line = formatStamp(stamp);
  const { pdf, pageCount } = builder;
  for (let i = 0; i < pageCount; i++) {
    const isCover = i === 0;
    pdf.switchToPage(i);
    builder.drawMultilingualText(line, {
      x: isCover ? 44 : pageSize.left,
      top: pageSize.height - (isCover ? 16 : 30),
      size: fittingSize(line, textWidth, isCover ? 14 : 28),
      width: textWidth,
      colour: isCover ? 'paper' : 'muted',
    });
  }
}
