/** Letters, marks, spaces, hyphens, apostrophes and dots; a dot only after a short word. */
const plainName = /^\p{L}[\p{L}\p{M}' ’-]*(?:\.(?: |$)[\p{L}\p{M}' ’-]*)*$/u;
/** An initial or a title, as in "J. R. Tolkien" and "Dr. Berg". */
const abbreviation = /^\p{L}[\p{L}\p{M}]{0,2}$/u;

const maxLength = 60;
const maxWords = 6;

/**
 * A name of a person or company that can't be read as anything else, trimmed; undefined for any
 * other text. This alone of what a visitor types may be in an email to an address that is not
 * confirmed: no link, no `www.`, no sentence, one line, 60 characters and six words at most.
 */
export function toPlainName(text: string): string | undefined {
  const name = text.trim();
  if (name.length > maxLength || !plainName.test(name)) return undefined;
  if (name.split(/\s+/).length > maxWords) return undefined;
  const dotted = name.split(' ').filter((word) => word.endsWith('.'));
  const areAbbreviations = dotted.every((word) => {
    const letters = word.slice(0, -1);
    return abbreviation.test(letters) && letters.toLowerCase() !== 'www';
  });
  return areAbbreviations ? name : undefined;
}
