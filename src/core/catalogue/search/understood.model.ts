/** What a search made of a query, as pages show it. Pure, safe in the browser. */

export type UnderstoodPart = {
  readonly typed: string;
  /**
   * `plain` is looked for as it is; `added` is looked for under other words too; `corrected` is
   * looked for in another spelling; `translated` is looked for in the store's language; `soft`
   * makes a report fit better; `dropped` is nowhere.
   */
  readonly kind: 'plain' | 'added' | 'translated' | 'corrected' | 'soft' | 'dropped';
  /** The other words or spellings, the best first. */
  readonly as: readonly string[];
};

export type Understood = {
  /** In their order; words that every query has are not among them. */
  readonly parts: readonly UnderstoodPart[];
  /** The query in the spelling that was looked for. */
  readonly words: string;
  readonly isCorrected: boolean;
};
