import type { DemoFacts } from './facts.ts';

/**
 * The passages of a text that hold its figures, written again from the data, in the order of the
 * text. A post is true if it contains each of them and no other number.
 */
export type Passages = (facts: DemoFacts) => readonly string[];
export type PassagesBySlug = Readonly<Record<string, Passages>>;
type Post = { readonly slug: string; readonly name: string; readonly html: string };

/** Digits, and the words that are as good as digits. */
const numberPattern =
  /\d[\d.,]*|\b(?:half|halves|halved|thirds?|quarters?|fifths?|tenths?|twice|doubled|tripled|times|\w+-fold|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty)\b/i;

/** Returns the claims of a post that the data don't hold, and its numbers without a source. */
export function auditPost(post: Post, facts: DemoFacts, passages: Passages | undefined): string[] {
  if (!passages) return [`${post.slug}: its figures are compared with nothing`];
  const text = `${post.name}\n${readText(post.html)}`;
  const faults: string[] = [];
  let rest = text;
  let unread = '';
  for (const passage of passages(facts)) {
    const start = rest.indexOf(passage);
    if (start === -1) {
      faults.push(`${post.slug}: the text does not say “${passage}”, or not at this place`);
    } else {
      unread += `${rest.slice(0, start)}\n`;
      rest = rest.slice(start + passage.length);
    }
  }
  return [...faults, ...listNumbers(`${unread}${rest}`).map((found) => `${post.slug}: ${found}`)];
}

const readText = (html: string): string =>
  html
    .replaceAll(/<\/(?:p|h2)>/g, '\n')
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&amp;', '&');

const listNumbers = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => numberPattern.test(line))
    .map((line) => `“${line.trim()}” holds a number that is compared with nothing`);

/** "1,234.5" */
export const fixed = (value: number, digits = 1): string =>
  value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
/** Thousands of the unit: million dollars as billion, thousand tonnes as million. */
export const thousands = (value: number, digits = 1): string => fixed(value / 1000, digits);
/** A share or a change as whole per cent, without its sign: 0.47 and 0.53 - 1 both are "47 %". */
export const percent = (share: number, digits = 0): string =>
  `${fixed(Math.abs(share) * 100, digits)} %`;
/** How much more or less a ratio says: 1.75 is "75 %". */
export const change = (ratio: number): string => percent(ratio - 1);

/** The words if they are true of the value within 4 %, else the words with what is true. */
export const roughly = (words: string, value: number, meant: number): string =>
  claim(words, Math.abs(value / meant - 1) <= 0.04, value);
/** The words if the condition holds, else words that no text has. */
export const claim = (words: string, isTrue: boolean, value: unknown = 'not so'): string =>
  isTrue ? words : `${words} [but it is ${String(value)}]`;
