/**
 * Characters that XML can't carry are in a workbook as _x0007_ (ECMA-376, 22.9.2.19 ST_Xstring);
 * a text that has such a mark itself has _x005F_ before it.
 */
export const decodeXlsxText = (text: string): string =>
  text.includes('_x')
    ? text.replaceAll(/_x([\dA-Fa-f]{4})_/g, (_, digits: string) =>
        String.fromCharCode(Number.parseInt(digits, 16)),
      )
    : text;

export const encodeXlsxText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll(/[\u0000-\u0008\u000B-\u001F\uFFFE\uFFFF]/g, (character) => {
      const digits = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
      return `_x${digits}_`;
    });
