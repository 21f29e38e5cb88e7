/** A fault that is put into a source file on purpose, to see whether a test notices it. */
export type Mutant = {
  /** Below `src/core/orders/`. */
  readonly file: string;
  /** Stands in the file exactly once. */
  readonly from: string;
  readonly to: string;
  /** Words of the test files that should notice it, as after `npm test --`. */
  readonly tests: string;
  /** Why nobody can notice it: it changes nothing that is promised. */
  readonly equal?: string;
};
