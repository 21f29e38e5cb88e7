/** A network of the publisher's that keeps copies of pages near their readers. */
export type Cdn = {
  /**
   * Copies of pages that carry one of the tags, or are at one of the addresses, are not given out any
   * more. `isEverything` means that no list of addresses would be whole. Throws where it can't now.
   */
  readonly purge: (changed: {
    readonly tags: readonly string[];
    readonly addresses: readonly string[];
    readonly isEverything: boolean;
  }) => Promise<void>;
};
