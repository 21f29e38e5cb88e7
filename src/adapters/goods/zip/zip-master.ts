/** Facts of the entries that a reader's tail needs. */
export type ZipMaster = {
  readonly kind: 'zip';
  readonly bodyBytes: number;
  readonly entryCount: number;
  /** The entries of the central directory that stand for the body, in base64. */
  readonly directory: string;
  /** The name of the text that says whose copy it is, if no part does. */
  readonly licenceName: string;
  /** The parts of an Office file that say whose copy it is. */
  readonly office?: {
    readonly core: { readonly name: string; readonly xml: string };
    readonly custom: { readonly name: string; readonly xml: string };
  };
};
