import type { GoodsKind } from '#core/catalogue/goods/goods.model.ts';
import type { Stamp } from '#core/orders/delivery/stamp.model.ts';
import type { PdfMaster } from './pdf/pdf-master.ts';
import type { PdfProof } from './pdf/prove-copy.ts';
import type { ZipMaster } from './zip/zip-master.ts';

/** The data that a reader's tail is made from, kept beside the body. */
export type GoodsMaster = PdfMaster | ZipMaster;

/** The result of the first look at a file. */
export type PreparedBody = {
  readonly kind: GoodsKind;
  readonly master: GoodsMaster;
  readonly title: string | undefined;
  readonly pages: number | undefined;
  readonly warnings: readonly string[];
};

/** The tasks of the process for goods by name, with their answers. */
export type GoodsTasks = {
  /** Checks a file and writes the body of all copies. */
  readonly prepare: (input: {
    readonly inputPath: string;
    readonly bodyPath: string;
    readonly fileName: string;
    readonly maxBytes: number;
    readonly ownerPassword?: string | undefined;
  }) => Promise<PreparedBody>;
  /** Reads a copy of a PDF page by page. */
  readonly provePdf: (input: {
    readonly bodyPath: string;
    readonly master: PdfMaster;
    readonly coverPath: string;
  }) => Promise<PdfProof>;
  readonly makeTail: (input: {
    readonly master: GoodsMaster;
    readonly stamp: Stamp;
  }) => Promise<Uint8Array>;
  /** Writes a sample of chosen pages (from 1), with SAMPLE across each and a line at the foot. */
  readonly makeSample: (input: {
    readonly bodyPath: string;
    readonly master: PdfMaster;
    readonly samplePath: string;
    readonly pages: readonly number[];
    readonly line: string;
  }) => Promise<{ readonly pages: number }>;
};

export type GoodsRequest = {
  readonly id: number;
  readonly task: keyof GoodsTasks;
  readonly input: unknown;
};
export type GoodsResponse = {
  readonly id: number;
  readonly result?: unknown;
  /** The sentence for the publisher. */
  readonly refusal?: string;
  /** A fault of ours. */
  readonly error?: string;
};
