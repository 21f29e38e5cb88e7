/** Who a copy belongs to: stands on every page of it. */
export type Stamp = {
  readonly buyer: string;
  readonly company: string;
  readonly licence: string;
  readonly order: string;
  readonly date: string;
};

/** "Licensed to …": the line on each page. */
export const formatStamp = ({ buyer, company, licence, order, date }: Stamp): string =>
  `Licensed to ${buyer}, ${company} · ${licence} · order ${order} · ${date}`;
