/** The goods of an edition: the one place that decides them, for every door. Pure. */
import {
  findPricedLicence,
  getLicencePrice,
  getPriceName,
  listPricedLicences,
  type Licence,
  type Prices,
} from '../reports/licence.model.ts';
import type { Delivery, DeliveryKind, Price, PriceName } from '../reports/report-input.model.ts';
import type { ReportData } from '../reports/report-version.model.ts';
import { goodsKinds, madeKinds, type GoodsKind } from './goods.model.ts';

export type { Delivery, DeliveryKind } from '../reports/report-input.model.ts';

/** The delivery of new reports if neither they nor the store's settings say otherwise. */
export const defaultDelivery: Delivery = { kind: 'files' };

/** An uploaded file that is for sale. */
export type GoodsFile = {
  readonly id: number;
  readonly kind: GoodsKind;
  readonly licences: readonly Licence[];
  /** null for what has none, and if they can't be counted. */
  readonly pages: number | null;
  /** True while the store's place of files does not have it whole: its licences bring nothing. */
  readonly isMissing?: boolean;
};

/** The goods that an edition has. */
export type EditionGoods = {
  /** Whether the version that it sells has series or rankings. */
  readonly hasData: boolean;
  /** Of the PDF that is made of that version; null until it was counted. */
  readonly madePages: number | null;
  readonly files: readonly GoodsFile[];
};

/** Whether there is anything to make goods from. */
export const hasFigures = (data: ReportData | null): boolean =>
  data !== null && data.figures.series.length + data.figures.rankings.length > 0;

/** The files that this licence includes. */
const listLicenceFiles = ({ files }: EditionGoods, licence: Licence): GoodsFile[] =>
  files.filter((file) => file.licences.includes(licence));

/** Returns what this licence brings of an edition whose report is delivered as chosen. */
export function decideDelivery(chosen: Delivery, goods: EditionGoods, licence: Licence): Delivery {
  if (chosen.kind === 'none' || chosen.kind === 'by-us') return chosen;
  const own = listLicenceFiles(goods, licence);
  if (own.some(({ isMissing }) => isMissing)) return { kind: 'none' };
  if (own.length > 0) return { kind: 'files' };
  return { kind: chosen.kind === 'made' && goods.hasData ? 'made' : 'none' };
}

/** The licences that have an amount and bring nothing. */
export const listEmptyLicences = (
  prices: Prices,
  chosen: Delivery,
  goods: EditionGoods,
): Licence[] =>
  listPricedLicences(prices).filter(
    (licence) =>
      getLicencePrice(prices, licence) !== undefined &&
      decideDelivery(chosen, goods, licence).kind === 'none',
  );

const licenceNames: Readonly<Record<Licence, string>> = {
  'single-user': 'single-user',
  'multiple-user': 'multiple-user',
  'corporate-user': 'corporate',
};

/** A sentence for each licence that has an amount and brings nothing, with what to do. */
export function describeEmptyLicences(
  prices: Prices,
  chosen: Delivery,
  goods: EditionGoods,
): string[] {
  if (chosen.kind === 'none') return [];
  return listEmptyLicences(prices, chosen, goods).map(
    (licence) =>
      `Buyers of the ${licenceNames[licence] ?? licence} licence would get nothing: ` +
      describeMissing(chosen, listLicenceFiles(goods, licence)),
  );
}

function describeMissing(chosen: Delivery, files: readonly GoodsFile[]): string {
  if (files.length > 0) return lostFile;
  return chosen.kind === 'made' ? missingData : missingFile;
}

const lostFile = 'a file of it is missing among the store’s files. Upload it again.';

const missingFile = 'upload a file for it, or choose another delivery.';
const missingData =
  'there are no series or rankings to make it from. Give them, upload a file, or choose another ' +
  'delivery.';

/** The parts of a report that are for sale, as its row has them. */
export type SaleFacts = {
  /** How the licences that have a price are delivered; `made` if one of them is. */
  readonly delivery: DeliveryKind;
  readonly deliveryDays: number | null;
  /** Kinds of the uploaded files that buyers get; null if they get none. */
  readonly goodsKinds: GoodsKind[] | null;
  /** Counted, of the licence with the fewest; null if those of one of them are not known. */
  readonly goodsPages: number | null;
  /** The prices for which something can be bought, and those on request. */
  readonly prices: Prices;
  /** Prices for which nothing can be bought, though the report is to be sold. */
  readonly withheldPrices: PriceName[];
};

/** Returns the parts of a report that are for sale with these prices. */
export function decideSale(given: Prices, chosen: Delivery, goods: EditionGoods): SaleFacts {
  const priced = listPricedLicences(given);
  const delivered = priced.map((licence) => ({
    licence,
    ...decideDelivery(chosen, goods, licence),
  }));
  const delivery = saleKinds.find((kind) => delivered.some((one) => one.kind === kind)) ?? 'none';
  const sold = delivered.filter(({ kind }) => kind === 'files').map(({ licence }) => licence);
  const soldFiles = goods.files.filter((file) => sold.some((id) => file.licences.includes(id)));
  const kinds = goodsKinds.filter((kind) => soldFiles.some((file) => file.kind === kind));
  const counts = delivered
    .filter(({ kind }) => kind === 'files' || kind === 'made')
    .map(({ licence }) => countLicencePages(chosen, goods, licence));
  const empty = listEmptyLicences(given, chosen, goods).map(getPriceName);
  const isOffered = ([name, price]: readonly [string, Price | undefined]): boolean =>
    price === 'on-request' ||
    (findPricedLicence(name) === undefined
      ? chosen.kind !== 'none'
      : !empty.some((one) => one === name));
  return {
    delivery,
    deliveryDays: delivery === 'by-us' && chosen.kind === 'by-us' ? chosen.days : null,
    goodsKinds: kinds.length > 0 ? kinds : null,
    goodsPages: findFewest(counts),
    prices: Object.fromEntries(Object.entries(given).filter(isOffered)),
    withheldPrices: chosen.kind === 'none' ? [] : empty,
  };
}

const saleKinds = ['made', 'files', 'by-us'] as const;

/** The formats that buyers get; none if nobody knows them before the report is delivered. */
export const listSoldKinds = ({
  delivery,
  goodsKinds: uploaded,
}: Pick<SaleFacts, 'delivery' | 'goodsKinds'>): readonly GoodsKind[] =>
  uploaded ?? (delivery === 'made' ? madeKinds : []);

/**
 * How many pages a licence brings, of its files or of what is made; undefined if nobody knows. The
 * same report as PDF, document and slides is counted once.
 */
export function countLicencePages(
  chosen: Delivery,
  goods: EditionGoods,
  licence: Licence,
): number | undefined {
  const { kind } = decideDelivery(chosen, goods, licence);
  if (kind === 'made') return goods.madePages ?? undefined;
  return kind === 'files' ? countPages(listLicenceFiles(goods, licence)) : undefined;
}

function findFewest(counts: readonly (number | undefined)[]): number | null {
  const known = counts.filter((count) => count !== undefined);
  return known.length > 0 && known.length === counts.length ? Math.min(...known) : null;
}

const paged = ['pdf', 'docx', 'pptx'] as const;

function countPages(files: readonly GoodsFile[]): number | undefined {
  for (const kind of paged) {
    const counts = files.flatMap((file) => (file.kind === kind ? (file.pages ?? []) : []));
    if (counts.length > 0) return counts.reduce((sum, pages) => sum + pages, 0);
  }
  return undefined;
}
