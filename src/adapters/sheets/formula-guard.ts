/**
 * Spreadsheet programs run a text in a CSV that begins like a formula. An apostrophe in front makes
 * it plain text; reading the file removes exactly that apostrophe.
 */
const looksLikeFormula = /^'*[=+\-@\t\r]/;
/** "-12.50" is a number, also to a spreadsheet program. */
const isNumber = /^-\d+(\.\d+)?$/;
const isGuarded = /^'+[=+\-@\t\r]/;

export const addFormulaGuard = (text: string): string =>
  looksLikeFormula.test(text) && !isNumber.test(text) ? `'${text}` : text;

export const removeFormulaGuard = (text: string): string =>
  isGuarded.test(text) ? text.slice(1) : text;
