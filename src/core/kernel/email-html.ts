/** Text and links as the HTML of emails. Pure. */
import escapeHtml from 'escape-html';

/** A link in the style of its place. */
export const renderLink = (url: string, text: string, style: string): string =>
  `<a href="${escapeHtml(url)}" style="${style}">${keepNumbersWhole(escapeHtml(text))}</a>`;

/** Text with its own ends of lines. */
export const escapeMultiline = (text: string): string =>
  keepNumbersWhole(escapeHtml(text)).replaceAll('\n', '<br>');

/** No line ends within a number of a document or an order: "INV-2026-000042". */
const keepNumbersWhole = (html: string): string =>
  html.replaceAll(
    /(?<![\w/.-])[A-Z]{1,8}[-/][-/A-Z\d]{0,24}\d\b/g,
    '<span style="white-space:nowrap">$&</span>',
  );
