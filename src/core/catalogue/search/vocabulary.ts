/** What the understanding of a query asks an index. */

export type KnownWord = {
  readonly word: string;
  readonly stem: string;
  /** Reports that have a word of this stem in title or keywords. */
  readonly reports: number;
};

/** A term and what it means, each with its stems in their order: "ev" and "electr vehicl". */
export type Synonym = {
  readonly term: string;
  readonly means: string;
  readonly termKey: string;
  readonly meansKey: string;
};

export type KnownParts = {
  /** By stem, also of what synonyms mean; without those that no title or keyword has. */
  readonly reports: ReadonlyMap<string, number>;
  /** Those of which the term or the meaning is one of the keys. */
  readonly synonyms: readonly Synonym[];
  /** Of the words: those that titles, keywords or names inside have in just this form. */
  readonly words: ReadonlySet<string>;
  /** Words that begin with the prefix, those of most reports first. */
  readonly completions: readonly KnownWord[];
  /** Of the codes: those that a report has, or that begin one. */
  readonly codes: ReadonlySet<string>;
  /** Reports of the catalogue, when they were counted last. */
  readonly catalogue: number;
};

/** True where titles or keywords have each of these. */
export const isKnown = ({ reports }: KnownParts, stems: readonly string[]): boolean =>
  stems.length > 0 && stems.every((stem) => reports.has(stem));

export type Vocabulary = {
  readonly read: (wanted: {
    readonly stems: readonly string[];
    readonly words: readonly string[];
    readonly keys: readonly string[];
    readonly prefix: string | undefined;
    readonly codes: readonly string[];
  }) => Promise<KnownParts>;
  /**
   * Of the runs of stems those that stand inside of one report, words that share one of the deletes,
   * and what titles and keywords have of the stems that a word means.
   */
  readonly readNear: (wanted: {
    readonly runs: readonly (readonly string[])[];
    readonly deletes: readonly string[];
    readonly meant: readonly string[];
  }) => Promise<{
    /** By run ("chew gum"), counted up to `maxCountedInside`; of what most reports have, Infinity. */
    readonly inside: ReadonlyMap<string, number>;
    readonly words: readonly KnownWord[];
    /** By stem, as `KnownParts.reports`. */
    readonly meant: ReadonlyMap<string, number>;
  }>;
};

/**
 * The same vocabulary, which asks the index once for what it is asked again: words are understood
 * both as typed to the end and as a beginning, which ask for nearly the same. For one search alone.
 */
export const rememberAnswers = (vocabulary: Vocabulary): Vocabulary => ({
  read: remember(vocabulary.read),
  readNear: remember(vocabulary.readNear),
});

function remember<Wanted, Answer>(
  ask: (wanted: Wanted) => Promise<Answer>,
): (wanted: Wanted) => Promise<Answer> {
  const answers = new Map<string, Promise<Answer>>();
  return (wanted) => {
    const key = JSON.stringify(wanted);
    const answer = answers.get(key) ?? ask(wanted);
    answers.set(key, answer);
    return answer;
  };
}

export const maxCompletions = 30;
export const maxCountedInside = 300;
