/** Names the owner of a copy, on every page of it. */
export type Stamp = {
  readonly buyer: string;
  /** '' for a person who bought for themselves. */
  readonly company: string;
  readonly licence: string;
  readonly order: string;
  /** The day of the payment, as shown: "21 Nov 2026". */
  readonly date: string;
};

/** The line on each page: "Licensed to …". */
export const formatStamp = ({ buyer, company, licence, order, date }: Stamp): string =>
  `Licensed to ${[buyer, company].filter(Boolean).join(', ')} · ${licence} · order ${order} · ${date}`;
