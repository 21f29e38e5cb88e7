/** A description as HTML: for the contract, emails and exports. All texts are escaped. Pure. */
import escapeAll from 'escape-html';
import type {
  RichText,
  RichTextBlock,
  RichTextCell,
  RichTextList,
  RichTextRun,
} from './rich-text.model.ts';

export type RichTextHtmlOptions = {
  /** The address of a picture by its name; the name itself if this is missing. */
  readonly pictureUrl?: (name: string) => string;
  /** A chart's picture by its key: undefined leaves an empty figure, which names the chart. */
  readonly chartPicture?: (
    key: string,
  ) => { readonly url: string; readonly text: string } | undefined;
};

/** Text as HTML, fit for double-quoted attributes too. Apostrophes stay as they are. */
const escapeHtml = (text: string): string => escapeAll(text).replaceAll('&#39;', "'");

/** HTML that the reader of HTML (adapters/html) turns into the same tree again. */
export const renderRichTextHtml = (blocks: RichText, options: RichTextHtmlOptions = {}): string =>
  blocks.map((block) => renderBlock(block, options)).join('\n');

function renderBlock(block: RichTextBlock, options: RichTextHtmlOptions): string {
  switch (block.kind) {
    case 'heading':
      return `<h${block.level}>${escapeHtml(block.text)}</h${block.level}>`;
    case 'paragraph':
      return `<p>${renderRuns(block.runs)}</p>`;
    case 'list':
      return renderList(block);
    case 'table':
      return `<table>${renderElement('caption', block.caption)}${block.rows.map(renderRow).join('')}</table>`;
    case 'picture': {
      const { pictureUrl = (name: string) => name } = options;
      return `<figure>${renderPicture(pictureUrl(block.name), block.text, block)}${renderElement('figcaption', block.caption)}</figure>`;
    }
    case 'takeaways':
      return `<div class="key-takeaways">${block.blocks.map((inner) => renderBlock(inner, options)).join('')}</div>`;
    default:
      return renderChart(block.key, options);
  }
}

function renderChart(key: string, { chartPicture }: RichTextHtmlOptions): string {
  const picture = chartPicture?.(key);
  const image = picture ? renderPicture(picture.url, picture.text) : '';
  return `<figure data-chart="${escapeHtml(key)}">${image}</figure>`;
}

type PictureSize = { readonly widthPx?: number; readonly heightPx?: number };

function renderPicture(url: string, text: string, { widthPx, heightPx }: PictureSize = {}): string {
  const isKnown = widthPx !== undefined && heightPx !== undefined;
  const size = isKnown ? ` width="${widthPx}" height="${heightPx}"` : '';
  return `<img src="${escapeHtml(url)}" alt="${escapeHtml(text)}"${size}>`;
}

const renderElement = (name: string, text: string | undefined): string =>
  text === undefined ? '' : `<${name}>${escapeHtml(text)}</${name}>`;

function renderList({ isOrdered, items }: RichTextList): string {
  const name = isOrdered ? 'ol' : 'ul';
  const rendered = items.map(
    ({ runs, children }) => `<li>${renderRuns(runs)}${children ? renderList(children) : ''}</li>`,
  );
  return `<${name}>${rendered.join('')}</${name}>`;
}

const renderRow = (cells: readonly RichTextCell[]): string =>
  `<tr>${cells.map(renderCell).join('')}</tr>`;

function renderCell({ runs, isHeader, columns, rows }: RichTextCell): string {
  const name = isHeader ? 'th' : 'td';
  const spans = `${renderSpan('colspan', columns)}${renderSpan('rowspan', rows)}`;
  return `<${name}${spans}>${renderRuns(runs)}</${name}>`;
}

const renderSpan = (name: string, count = 1): string => (count > 1 ? ` ${name}="${count}"` : '');

const renderRuns = (runs: readonly RichTextRun[]): string => runs.map(renderRun).join('');

function renderRun({ text, isBold, isItalic, href }: RichTextRun): string {
  const italic = isItalic ? `<em>${escapeHtml(text)}</em>` : escapeHtml(text);
  const bold = isBold ? `<strong>${italic}</strong>` : italic;
  return href === undefined ? bold : `<a href="${escapeHtml(href)}">${bold}</a>`;
}
