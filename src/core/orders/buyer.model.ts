/** To whom an order is made out: the one place that says so, for all that names its buyer. Pure. */

/**
 * How somebody buys: as a company (a business of any form, a public body), or as a person for
 * themselves, who is a consumer before the law.
 */
export const buyerKinds = ['company', 'person'] as const;
export type BuyerKind = (typeof buyerKinds)[number];

/** The columns of an order that say it. A corrected invoice changes them. */
export type BuyerColumns = {
  readonly buyerKind: BuyerKind;
  readonly name: string;
  readonly companyName: string;
  readonly address: string;
  readonly city: string;
  readonly region: string;
  readonly zip: string;
  readonly country: string;
  /** The address as a corrected invoice has it, line by line; null for the one above. */
  readonly invoiceAddress: string | null;
  readonly taxId: string | null;
  readonly email: string;
};

/** The buyer as documents name them. */
export type OrderBuyer = {
  readonly kind: BuyerKind;
  readonly name: string;
  /** '' for a person. */
  readonly company: string;
  /** Line by line, the country last. */
  readonly address: readonly string[];
  readonly taxId: string | undefined;
  readonly email: string;
};

/** The buyer of an order as they are now. */
export const getBuyer = (order: BuyerColumns): OrderBuyer => ({
  kind: order.buyerKind,
  name: order.name,
  company: order.companyName,
  address: order.invoiceAddress === null ? listAddress(order) : order.invoiceAddress.split('\n'),
  taxId: order.taxId ?? undefined,
  email: order.email,
});

function listAddress({ address, zip, city, region, country }: BuyerColumns): string[] {
  const town = [`${zip} ${city}`.trim(), region].filter((part) => part !== '').join(', ');
  return [address, town, country].filter((line) => line !== '');
}

/** Whom a licence belongs to: the company, or the person if there is none. */
export const getLicensee = ({
  companyName,
  name,
}: Pick<BuyerColumns, 'companyName' | 'name'>): string => companyName || name;
