/** The package has no types of its own. */
declare module 'wink-porter2-stemmer' {
  /** Returns the stem of an English word in lower case (Porter's second algorithm). */
  export default function stem(word: string): string;
}
