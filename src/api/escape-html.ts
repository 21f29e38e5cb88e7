import escapeAll from 'escape-html';

/** Text as HTML. Texts of the contract keep their apostrophes, as clients always received them. */
export const escapeHtml = (text: string): string => escapeAll(text).replaceAll('&#39;', "'");
