/** What keeps a report from being published, through whichever door it would be. */
import type { Tx } from '../../deps.ts';
import { findPlaceholders, type Finding } from '../editing/checks.model.ts';
import {
  countLicencePages,
  decideDelivery,
  defaultDelivery,
  describeEmptyLicences,
  type EditionGoods,
} from '../goods/delivery.model.ts';
import { applyVersion, readGoods } from '../goods/delivery.store.ts';
import { licences, priceNames } from '../licence.model.ts';
import type { DraftVersion } from './merge-report.ts';

/** What a report is to say once it is published. */
export type ToPublish = {
  /** undefined for a new one. */
  readonly reportId: number | undefined;
  readonly draft: DraftVersion;
  /** True where a new edition is to sell it. */
  readonly isNewEdition?: boolean;
};

/**
 * For each of them, in their order, what keeps it from being published; the writer of reports
 * refuses further things by itself. `today` is the store's day. Editor, lists, schedules and imports all ask here.
 */
export async function findBlocking(
  tx: Tx,
  reports: readonly ToPublish[],
  today: string,
): Promise<(readonly Finding[])[]> {
  const ids = reports.flatMap(({ reportId }) => reportId ?? []);
  const stored = await readGoods(tx, ids);
  return reports.map(({ reportId = 0, draft, isNewEdition }) =>
    listBlocking(draft, applyVersion(stored.get(reportId), draft.data, isNewEdition), today),
  );
}

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

/** A number of pages that is typed and is not that of the files. */
function findWrongPages({ parts }: DraftVersion, goods: EditionGoods): Finding[] {
  const { pages, prices = {}, delivery = defaultDelivery } = parts;
  if (pages === undefined || goods.files.some(({ kind }) => kind === 'zip')) return [];
  const sold = licences.filter(
    (licence) =>
      prices[priceNames[licence]] !== undefined &&
      decideDelivery(delivery, goods, licence).kind === 'files',
  );
  const counts = countLicencePages(goods, sold);
  if (sold.length === 0 || counts.includes(pages)) return [];
  const counted = counts.length > 0 ? `have ${Math.min(...counts)} pages` : 'have no pages';
  const message = `The files ${counted}, not ${pages}. Correct the number, or leave it out: it is counted.`;
  return [{ path: 'pages', message }];
}

function findFutureDay({ publishedOn }: DraftVersion['parts'], today: string): Finding[] {
  if (publishedOn === undefined || publishedOn <= today) return [];
  const message = 'This day is in the future: schedule the report, or give an earlier day.';
  return [{ path: 'publishedOn', message }];
}
