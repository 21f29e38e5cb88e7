/** A ZIP file in memory whose directory is that of an honest one. */
export type OpenedZip = {
  readonly names: readonly string[];
  /** All parts together, as the directory says. */
  readonly bytes: number;
  /** A part's content; undefined if it is damaged, or larger than `maxBytes`. */
  readonly read: (name: string, maxBytes: number) => Promise<Buffer | undefined>;
};
