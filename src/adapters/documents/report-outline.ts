import { pageSize, textWidth } from './page-layout.ts';
import type { PdfBuilder } from './pdf-builder.ts';

type OutlineEntry = { readonly title: string; readonly level: 0 | 1; readonly page: number };
type Bookmark = ReturnType<PDFKit.PDFDocument['outline']['addItem']>;

export const contentsEntriesPerPage = 34;

/** Headings of a report: on their pages, as the PDF's bookmarks, and collected for the contents. */
export class ReportOutline {
  readonly #builder: PdfBuilder;
  readonly #entries: OutlineEntry[] = [];
  #chapter: Bookmark | undefined;

  constructor(builder: PdfBuilder) {
    this.#builder = builder;
  }

  /** Starts a chapter on a new page. */
  addChapter(title: string): void {
    this.#builder.newPage();
    this.#entries.push({ title, level: 0, page: this.#builder.pageCount });
    this.#builder.addText(title, 24, { font: 'serif', colour: 'hue', gap: 16 });
    this.#chapter = this.#builder.pdf.outline.addItem(title);
  }

  /** Starts a part of the chapter, on a new page if less than `keep` points are left. */
  addPart(title: string, keep: number): void {
    this.#builder.ensureSpace(keep);
    this.#entries.push({ title, level: 1, page: this.#builder.pageCount });
    this.#chapter?.addItem(title);
    this.#builder.addText(title, 15, { font: 'serif', gap: 10 });
  }

  /** Writes the contents onto pages that were left empty for it, the first at `firstPageIndex`. */
  drawContents(firstPageIndex: number): void {
    const { pdf, palette } = this.#builder;
    this.#entries.forEach((entry, i) => {
      const row = i % contentsEntriesPerPage;
      pdf.switchToPage(firstPageIndex + Math.floor(i / contentsEntriesPerPage));
      if (row === 0)
        pdf
          .font('serif')
          .fontSize(24)
          .fillColor(palette.hue)
          .text('Contents', pageSize.left, pageSize.top, { lineBreak: false });
      this.#drawEntry(entry, pageSize.top + 48 + row * 18);
    });
  }

  #drawEntry({ title, level, page }: OutlineEntry, y: number): void {
    const indent = level * 16;
    this.#builder.drawLine(title, {
      x: pageSize.left + indent,
      top: y,
      size: 10.5,
      width: textWidth - 60 - indent,
      font: level === 0 ? 'bold' : 'sans',
    });
    this.#builder.drawLine(String(page), {
      x: pageSize.left + textWidth - 40,
      top: y,
      size: 10.5,
      width: 40,
      font: level === 0 ? 'bold' : 'sans',
      alignRight: true,
    });
  }
}
