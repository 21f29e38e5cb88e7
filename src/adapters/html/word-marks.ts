const tabStop = /<span\s[^<>]{0,300}mso-tab-count[^<>]{0,300}>[^<>]{0,300}<\/span>/gi;
const marker =
  /<span\s[^<>]{0,300}mso-list:\s*ignore[^<>]{0,300}>[^<>]{0,60}<span[^<>]{0,300}>[^<>]{0,300}<\/span>\s{0,9}<\/span>/gi;
const listEntry = /<p\s[^<>]{0,300}mso-list:\s*\w+\s+level([1-9])[^<>]{0,300}>/gi;

/**
 * Word's HTML with marks that outlive its styles: a tab for a tab stop, and for an entry of a list
 * the class of its level, without the bullet or number that is in it as text.
 */
export const readWordMarks = (html: string): string =>
  html
    .replaceAll(tabStop, '\t')
    .replaceAll(marker, '')
    .replaceAll(listEntry, '<p class="MsoToc$1">');
