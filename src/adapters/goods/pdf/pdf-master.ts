import type { ObjectOffset } from './write-objects.ts';

/** Facts of the body that a reader's tail needs. */
export type PdfMaster = {
  readonly kind: 'pdf';
  readonly bodyBytes: number;
  /** Where every object of the body begins, but for those that the tail brings. */
  readonly offsets: readonly ObjectOffset[];
  /** The first object number that is free. */
  readonly nextObjectNumber: number;
  readonly rootObjectNumber: number;
  /** The form that every page draws last, and that has no content before a tail gives it one. */
  readonly lineObjectNumber: number;
  /** The document's properties, as text of a PDF dictionary without its brackets. */
  readonly info: string;
  /** The document's first identifier, in hexadecimal digits. */
  readonly id: string;
  /** The XMP packet, if there is one that can say whose copy it is. */
  readonly xmp?: { readonly objectNumber: number; readonly packet: string };
};

/**
 * The box of the reader's line: points on an A4 page, enlarged with the page. It stands this far
 * from the page's lower left corner.
 */
export const lineBox = {
  width: 560,
  height: 30,
  left: 17.64,
  bottom: 4,
  pageWidth: 595.28,
} as const;
