import type { Readable } from 'node:stream';
import type { Outcome } from '../../kernel/outcome.model.ts';
import type { Stamp } from '../../orders/delivery/stamp.model.ts';
import type { GoodsKind } from './goods.model.ts';

/** A publisher's file, checked and ready for readers' copies. */
export type PreparedGoods = {
  /** By its content, whatever its name says. */
  readonly kind: GoodsKind;
  /** The file's own title. */
  readonly title: string | undefined;
  /** Pages of a PDF or document, slides of a presentation. */
  readonly pages: number | undefined;
  /** Sentences for the publisher; the file is sold nevertheless. */
  readonly warnings: readonly string[];
  /** For the search; empty if the file has none. */
  readonly text: string;
  /** The first page as JPEG. */
  readonly cover: Uint8Array | undefined;
  /** Returns the data of which a tail is made, to be stored beside the body. */
  readonly master: Uint8Array;
  readonly bodyBytes: number;
  /** Of the file as it was given. */
  readonly sizeBytes: number;
  /** Of the file as it was given, in hexadecimal digits. */
  readonly sha256: string;
  readonly openOriginal: () => Readable;
  /** The part that all copies share. It is no usable file without a tail. */
  readonly openBody: () => Readable;
  /** Removes the temporary files. */
  readonly dispose: () => Promise<void>;
};

/**
 * Files of publishers. They are opened in a process of its own, with limits of memory and time. A
 * reader's copy is the body, the same for all, and behind it the reader's own tail.
 */
export type Goods = {
  /**
   * Checks a file of this machine. `unsupported-type` and `too-large` carry a sentence that says
   * what is wrong and what to do.
   */
  readonly prepare: (file: {
    readonly path: string;
    /** As the publisher named it. */
    readonly name: string;
    /** Opens a PDF that is locked against changes. */
    readonly ownerPassword?: string | undefined;
  }) => Promise<Outcome<PreparedGoods>>;
  /**
   * A picture (JPEG, PNG, WebP or AVIF) as JPEG, without what else was in it. `unsupported-type` for
   * anything else, and for pictures of more than 50 megapixels.
   */
  readonly prepareCover: (path: string) => Promise<Outcome<{ jpeg: Uint8Array; sha256: string }>>;
  /**
   * Returns the bytes that make the body one reader's copy, who is named on every page or in its
   * properties. `unavailable` if the master is not whole.
   */
  readonly makeTail: (master: Uint8Array, stamp: Stamp) => Promise<Outcome<Uint8Array>>;
  /**
   * A PDF of these pages (from 1) with SAMPLE across each, and a line at the foot. `unavailable` if
   * the master is not whole.
   */
  readonly makeSample: (source: {
    readonly body: Readable;
    readonly master: Uint8Array;
    readonly pages: readonly number[];
    readonly line: string;
  }) => Promise<Outcome<Uint8Array>>;
};
