/** The kinds that the search over everything finds, in the order in which they are shown. */
export const foundKinds = ['report', 'order', 'enquiry', 'customer', 'post'] as const;
export type FoundKind = (typeof foundKinds)[number];

export type Found = {
  /** A report's, enquiry's, customer's or post's id, an order's number. */
  readonly id: string;
  /** Title, number or name. */
  readonly title: string;
  /** The text that tells it from others of the same name. */
  readonly note: string;
  /** Of an order, as its module calls it. */
  readonly state?: string;
};

export type FoundGroup = {
  readonly kind: FoundKind;
  readonly rows: readonly Found[];
  /** There are more than are listed. */
  readonly hasMore: boolean;
};
