/**
 * In a CSV a spreadsheet program runs a text that begins like a formula. An apostrophe before it
 * makes it text; reading takes exactly that apostrophe away again.
 */
const looksLikeFormula = /^'*[=+\-@\t\r]/;
const isGuarded = /^'+[=+\-@\t\r]/;

export const addFormulaGuard = (text: string): string =>
  looksLikeFormula.test(text) ? `'${text}` : text;

export const removeFormulaGuard = (text: string): string =>
  isGuarded.test(text) ? text.slice(1) : text;
