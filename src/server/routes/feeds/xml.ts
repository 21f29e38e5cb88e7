import escapeHtml from 'escape-html';

/** Characters that XML 1.0 may not hold in any spelling. */
// oxlint-disable-next-line no-control-regex
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Text as the content or an attribute of an element; what XML can't hold is left out. */
export const escapeXml = (text: string): string =>
  escapeHtml(text.toWellFormed().replace(forbidden, ''));

export const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
