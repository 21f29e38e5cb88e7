import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import type { DB } from '#core/kernel/database-types.ts';
import { statesWithAccess } from '../order-states.model.ts';
import type { DatabaseOrTx, Purchase } from '../purchase.store.ts';
import type { OrderFilter, OrderSort } from './order-list.model.ts';
import { hasWords } from '#core/kernel/word-search.store.ts';
import { countListed } from '#core/kernel/list-page.store.ts';
import type { ListStart, SortKeyKind } from '#core/kernel/list-page.ts';

const rowColumns = [
  'id',
  'number',
  'state',
  'placedAt',
  'priceCents',
  'refundedCents',
  'currency',
  'name',
  'email',
  'companyName',
  'buyerKind',
  'reportCode',
  'reportTitle',
  'licenceName',
  'paymentMethod',
  'fulfilledAt',
  'deliverBy',
] as const;

/** The columns of an order that staff see in a list. */
export type OrderRowColumns = Pick<Purchase, (typeof rowColumns)[number]>;

/** The meaning of `search`: a text to look for in some columns, and orders found by other ids. */
export type SearchTerms = {
  readonly text: string;
  readonly hasPeople: boolean;
  readonly purchaseIds: readonly number[];
};

type PurchaseQuery<O> = SelectQueryBuilder<DB, 'purchase', O>;

export const selectRows = (db: DatabaseOrTx) => db.selectFrom('purchase').select(rowColumns);

/** Orders as filtered, `limit` of them from `start` on; those before a row come nearest first. */
export const listRows = (
  db: DatabaseOrTx,
  filter: OrderFilter & { readonly terms: SearchTerms | undefined },
  page: { readonly sort: OrderSort; readonly start: ListStart | undefined; readonly limit: number },
): Promise<OrderRowColumns[]> => {
  const { column, isSmallestFirst } = sorts[page.sort];
  const { start } = page;
  const isAscending = isSmallestFirst !== (start?.isBackward ?? false);
  const direction = isAscending ? 'asc' : 'desc';
  return filterOrders(selectRows(db), filter)
    .$if(start !== undefined, (query) =>
      query.where((eb) =>
        eb(
          sql`(${column}, id)`,
          isAscending ? '>' : '<',
          sql`(${start?.key === '' ? start.id : start?.key}, ${start?.id})`,
        ),
      ),
    )
    .orderBy(column, direction)
    .orderBy('id', direction)
    .limit(page.limit)
    .execute();
};

/** Before all days: for what is delivered by itself, within seconds. */
export const dueNow = '0001-01-01';

/** The last day of what we promised. */
const dueOn = sql<string>`coalesce(deliver_by, ${sql.lit(dueNow)}::date)`;

type Sort = {
  readonly column: RawBuilder<unknown>;
  readonly isSmallestFirst: boolean;
  /** The value in its cursors beside the id. */
  readonly kind: SortKeyKind;
};
const byId = { column: sql`id`, kind: 'none' } as const;
const byPrice = { column: sql`price_cents`, kind: 'number' } as const;

/** How a list is ordered. */
export const sorts: Readonly<Record<OrderSort, Sort>> = {
  newest: { ...byId, isSmallestFirst: false },
  oldest: { ...byId, isSmallestFirst: true },
  highest: { ...byPrice, isSmallestFirst: false },
  lowest: { ...byPrice, isSmallestFirst: true },
  due: { column: dueOn, kind: 'day', isSmallestFirst: true },
};

export const countRows = (
  db: DatabaseOrTx,
  filter: OrderFilter & { readonly terms: SearchTerms | undefined },
): Promise<number> => countListed(db, filterOrders(db.selectFrom('purchase').select('id'), filter));

/** Orders that an order or a capture of the payment provider belongs to. */
export async function findIdsByProviderId(
  db: DatabaseOrTx,
  providerId: string,
): Promise<readonly number[]> {
  const attempts = await db
    .selectFrom('paymentAttempt')
    .select('purchaseId')
    .where((eb) =>
      eb.or([eb('providerOrderId', '=', providerId), eb('captureId', '=', providerId)]),
    )
    .execute();
  return attempts.map(({ purchaseId }) => purchaseId);
}

function filterOrders<O>(
  query: PurchaseQuery<O>,
  filter: OrderFilter & { readonly terms: SearchTerms | undefined },
): PurchaseQuery<O> {
  const { state, method, placedFrom, placedUntil, minCents, maxCents, terms } = filter;
  let filtered = filterMoney(filterView(query, filter.view), filter);
  if (state) filtered = filtered.where('state', '=', state);
  if (method) filtered = filtered.where('paymentMethod', '=', method);
  if (placedFrom) filtered = filtered.where('placedAt', '>=', placedFrom);
  if (placedUntil) filtered = filtered.where('placedAt', '<', placedUntil);
  if (minCents !== undefined) filtered = filtered.where('priceCents', '>=', toColumn(minCents));
  if (maxCents !== undefined) filtered = filtered.where('priceCents', '<=', toColumn(maxCents));
  return terms ? filterSearch(filtered, terms) : filtered;
}

/** The sums from which the first page's figures are made. */
function filterMoney<O>(
  query: PurchaseQuery<O>,
  { paidFrom, refundedFrom, reportCode }: OrderFilter,
): PurchaseQuery<O> {
  let filtered = query;
  if (paidFrom) filtered = filtered.where('paidOn', '>=', paidFrom);
  if (reportCode)
    filtered = filtered.where((eb) =>
      eb.or([
        eb('reportCode', '=', reportCode),
        eb('reportId', 'in', eb.selectFrom('report').select('id').where('code', '=', reportCode)),
      ]),
    );
  if (refundedFrom)
    filtered = filtered.where('id', 'in', (eb) =>
      eb
        .selectFrom('orderDocument')
        .select('orderDocument.purchaseId')
        .where('refundId', 'is not', null)
        .where('issuedOn', '>=', refundedFrom),
    );
  return filtered;
}

/** The largest number that a column of the database holds. */
const maxColumnNumber = 2 ** 31 - 1;
const toColumn = (cents: number): number => Math.min(Math.round(cents), maxColumnNumber);

function filterView<O>(
  query: PurchaseQuery<O>,
  view: OrderFilter['view'] = 'all',
): PurchaseQuery<O> {
  if (view === 'paid') return query.where('state', 'in', [...statesWithAccess]);
  if (view === 'to-deliver')
    return query.where('state', 'in', [...statesWithAccess]).where('fulfilledAt', 'is', null);
  if (view === 'transfers') return query.where('state', '=', 'awaiting-transfer');
  return view === 'disputes' ? query.where('state', '=', 'suspended') : query;
}

function filterSearch<O>(
  query: PurchaseQuery<O>,
  { text, hasPeople, purchaseIds }: SearchTerms,
): PurchaseQuery<O> {
  return query.where((eb) =>
    eb.or([
      hasWords(hasPeople ? sql`search_text` : sql`search_numbers`, text),
      ...(purchaseIds.length > 0 ? [eb('id', 'in', [...purchaseIds])] : []),
    ]),
  );
}
