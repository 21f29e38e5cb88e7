/** Returns what keeps a report from being published, through whichever door it would be. */
import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '../../deps.ts';
import { findPlaceholders, type Finding } from './checks.model.ts';
import {
  countLicencePages,
  decideDelivery,
  defaultDelivery,
  describeEmptyLicences,
  type Delivery,
  type EditionGoods,
} from '../goods/delivery.model.ts';
import { applyVersion, readGoods } from '../goods/delivery.store.ts';
import { listPricedLicences, type Licence } from '../reports/licence.model.ts';
import type { DraftVersion } from './merge-report.ts';
import type { StoredReport } from './stored-reports.store.ts';

/** The report as it will be once it is published. */
export type ToPublish = {
  /** undefined for a new one. */
  readonly current: Pick<StoredReport, 'id' | 'parts' | 'data'> | undefined;
  readonly draft: DraftVersion;
  /** True if a new edition is to sell it. */
  readonly isNewEdition?: boolean;
};

/**
 * For each of them, in their order, what keeps it from being published; the writer of reports
 * refuses further things by itself. `today` is the store's day. Editor, lists, schedules and
 * imports all ask here.
 */
export async function findBlocking(
  tx: Tx,
  reports: readonly ToPublish[],
  today: string,
): Promise<(readonly Finding[])[]> {
  const ids = reports.flatMap(({ current }) => current?.id ?? []);
  const stored = await readGoods(tx, ids);
  return reports.map(({ current, draft, isNewEdition }) => {
    const isSameText = current !== undefined && isDeepStrictEqual(toText(draft), toText(current));
    const next = { data: draft.data, isNewEdition, isSameText };
    return listBlocking(draft, applyVersion(stored.get(current?.id ?? 0), next), today);
  });
}

/** The values that decide what is made of a report, and a little more. */
const toText = ({ parts, data }: DraftVersion): object => ({
  ...Object.fromEntries(Object.entries(parts).filter(([name]) => !besideText.has(name))),
  data,
});

const besideText = new Set(['pages', 'prices', 'delivery', 'state', 'publishedOn']);

/** The same of one report whose edition has these goods to give. Pure. */
const listBlocking = (draft: DraftVersion, goods: EditionGoods, today: string): Finding[] => [
  ...findPlaceholders(draft.parts),
  ...findMissingGoods(draft, goods),
  ...findWrongPages(draft, goods),
  ...findFutureDay(draft.parts, today),
];

/** Licences that are offered and bring nothing. A text alone is nothing that somebody buys. */
function findMissingGoods({ parts }: DraftVersion, goods: EditionGoods): Finding[] {
  const { prices = {}, delivery = defaultDelivery } = parts;
  return describeEmptyLicences(prices, delivery, goods).map((message) => ({
    path: 'goods',
    message,
  }));
}

/**
 * A number of pages that is typed and is not that of what buyers get. What is made has no number until
 * a version was counted; its page shows none meanwhile.
 */
function findWrongPages({ parts }: DraftVersion, goods: EditionGoods): Finding[] {
  const { pages, prices = {}, delivery = defaultDelivery } = parts;
  if (pages === undefined || goods.files.some(({ kind }) => kind === 'zip')) return [];
  const priced = listPricedLicences(prices);
  const listOf = (kind: Delivery['kind']): Licence[] =>
    priced.filter((licence) => decideDelivery(delivery, goods, licence).kind === kind);
  const [filed, made] = [listOf('files'), listOf('made')];
  if (filed.length + made.length === 0 || (made.length > 0 && goods.madePages === null)) return [];
  const counts = [...filed, ...made].flatMap(
    (licence) => countLicencePages(delivery, goods, licence) ?? [],
  );
  if (counts.includes(pages)) return [];
  const what = filed.length > 0 ? 'The files have' : 'The PDF that is made of this report has';
  const counted = counts.length > 0 ? namePages(Math.min(...counts)) : 'no pages';
  const message = `${what} ${counted}, not ${pages}. Correct the number, or leave it out: it is counted.`;
  return [{ path: 'pages', message }];
}

const namePages = (count: number): string => (count === 1 ? '1 page' : `${count} pages`);

function findFutureDay({ publishedOn }: DraftVersion['parts'], today: string): Finding[] {
  if (publishedOn === undefined || publishedOn <= today) return [];
  const message = 'This day is in the future: schedule the report, or give an earlier day.';
  return [{ path: 'publishedOn', message }];
}
