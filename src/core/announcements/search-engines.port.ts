/** Search engines that want to hear of changes. */
export type SearchEngines = {
  /** The most addresses in one request. */
  readonly maxAddresses: number;
  /**
   * They know that the pages at these addresses are new, changed or gone. Throws if they can't
   * hear of it now; what they will never accept is logged.
   */
  readonly submit: (addresses: readonly string[]) => Promise<void>;
};
