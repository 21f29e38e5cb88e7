/** How a report says by what its subject is divided. Pure. */

/** "By type" of "Type" and of "By type"; names that are no plain words stay: "By U.S. state". */
export function nameSegmentation(by: string): string {
  const [first = '', ...others] = by.replace(/^by\s+/i, '').split(' ');
  const isPlainWord = /^\p{Lu}\p{Ll}*$/u.test(first);
  return ['By', isPlainWord ? first.toLowerCase() : first, ...others].join(' ');
}
