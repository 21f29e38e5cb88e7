/** Copies that carry one of the tags, or are at one of the addresses. */
export type ChangedCopies = {
  readonly tags: readonly string[];
  readonly addresses: readonly string[];
  /** No list of addresses would be whole. */
  readonly isEverything: boolean;
};

/** A network of the publisher's that keeps copies of pages near their readers. */
export type Cdn = {
  /** False if a purge of these takes several requests, of which a later one may fail. */
  readonly takesAtOnce: (changed: ChangedCopies) => boolean;
  /** These copies are not given out any more. Throws if they can't be forgotten now. */
  readonly purge: (changed: ChangedCopies) => Promise<void>;
};
