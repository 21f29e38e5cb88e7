/** A description as HTML that its reader turns into the same tree again: for exports. */
import escapeHtml from 'escape-html';
import type {
  RichText,
  RichTextBlock,
  RichTextCell,
  RichTextList,
  RichTextRun,
} from '../catalogue/rich-text.model.ts';

export const formatBodyHtml = (blocks: RichText): string => blocks.map(formatBlock).join('\n');

function formatBlock(block: RichTextBlock): string {
  switch (block.kind) {
    case 'heading':
      return `<h${block.level}>${escapeHtml(block.text)}</h${block.level}>`;
    case 'paragraph':
      return `<p>${formatRuns(block.runs)}</p>`;
    case 'list':
      return formatList(block);
    case 'table':
      return `<table>${formatElement('caption', block.caption)}${block.rows.map(formatRow).join('')}</table>`;
    case 'picture':
      return `<figure><img src="${escapeHtml(block.name)}" alt="${escapeHtml(block.text)}">${formatElement('figcaption', block.caption)}</figure>`;
    case 'takeaways':
      return `<div class="key-takeaways">${block.blocks.map(formatBlock).join('')}</div>`;
    default:
      return `<figure data-chart="${escapeHtml(block.key)}"></figure>`;
  }
}

const formatElement = (name: string, text: string | undefined): string =>
  text === undefined ? '' : `<${name}>${escapeHtml(text)}</${name}>`;

function formatList({ isOrdered, items }: RichTextList): string {
  const name = isOrdered ? 'ol' : 'ul';
  const formatted = items.map(
    ({ runs, children }) => `<li>${formatRuns(runs)}${children ? formatList(children) : ''}</li>`,
  );
  return `<${name}>${formatted.join('')}</${name}>`;
}

const formatRow = (cells: readonly RichTextCell[]): string =>
  `<tr>${cells.map(formatCell).join('')}</tr>`;

function formatCell({ runs, isHeader, columns, rows }: RichTextCell): string {
  const name = isHeader ? 'th' : 'td';
  const spans = `${formatSpan('colspan', columns)}${formatSpan('rowspan', rows)}`;
  return `<${name}${spans}>${formatRuns(runs)}</${name}>`;
}

const formatSpan = (name: string, count = 1): string => (count > 1 ? ` ${name}="${count}"` : '');

const formatRuns = (runs: readonly RichTextRun[]): string =>
  runs
    .map(({ text, isBold, isItalic, href }) => {
      const italic = isItalic ? `<em>${escapeHtml(text)}</em>` : escapeHtml(text);
      const bold = isBold ? `<strong>${italic}</strong>` : italic;
      return href === undefined ? bold : `<a href="${escapeHtml(href)}">${bold}</a>`;
    })
    .join('');
