/**
 * Text as HTML, for element content and double-quoted attributes. Unlike the escape-html package it
 * leaves apostrophes alone: the contract's texts have them as they are.
 */
export const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
