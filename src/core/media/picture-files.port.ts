import type { Outcome } from '../kernel/outcome.model.ts';
import type { PictureType, PrintedPicture } from './model.ts';

/** A picture that was drawn anew from its pixels: nothing else of the uploaded file is in it. */
export type PreparedPicture = {
  readonly bytes: Uint8Array;
  readonly type: PictureType;
  readonly widthPx: number;
  readonly heightPx: number;
  /** Of `bytes`, in hexadecimal digits: the same file is the same picture. */
  readonly sha256: string;
};

export type PictureFiles = {
  /**
   * A picture of this machine (JPEG, PNG, WebP or AVIF), upright, at most 3,840 pixels wide or high,
   * without metadata. `unsupported-type` and `too-large` carry a sentence that says what is wrong and
   * what to do.
   */
  readonly prepare: (path: string) => Promise<Outcome<PreparedPicture>>;
  /** At most 1,500 pixels wide. Throws for what is no picture. */
  readonly toPrint: (bytes: Uint8Array) => Promise<PrintedPicture>;
};
