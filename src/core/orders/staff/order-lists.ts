import { toZonedIso } from '#core/kernel/time-zone.model.ts';
import type { Actor } from '#core/kernel/audit.ts';
import {
  readListStart,
  rowsPerListPage,
  toListPage,
  type ListPage,
  type ListStart,
  type SortKeyKind,
} from '#core/kernel/list-page.ts';
import { toDecimalString } from '#core/kernel/money.model.ts';
import { ok, type Outcome } from '#core/kernel/outcome.model.ts';
import type { OrderDeps } from '../deps.ts';
import { hasAccess } from '../order-states.model.ts';
import {
  maskBuyer,
  type OrderFilter,
  type StaffOrderRow,
  type WantedOrders,
} from './order-list.model.ts';
import {
  countRows,
  dueNow,
  findIdsByProviderId,
  listRows,
  sorts,
  type OrderRowColumns,
  type SearchTerms,
} from './order-list.store.ts';
import { refuseReader, seesNoPeople } from './reader.ts';

const maxLimit = 200;
/** How many orders of an export are held in memory. */
const exportChunk = 500;

const exportColumns = [
  'number',
  'state',
  'placed_at',
  'method',
  'report_code',
  'report_title',
  'licence',
  'buyer_type',
  'name',
  'company',
  'email',
  'total',
  'refunded',
  'currency',
] as const;

/** The orders, as staff list, search and export them. */
export class OrderLists {
  readonly #deps: OrderDeps;

  constructor(deps: OrderDeps) {
    this.#deps = deps;
  }

  /**
   * Orders as filtered and sorted. Viewers see buyers masked, and can't search for them.
   * `forbidden`.
   */
  async listOrders(actor: Actor, wanted: WantedOrders): Promise<Outcome<ListPage<StaffOrderRow>>> {
    const refused = refuseReader(this.#deps.clock(), actor, 'order.read');
    if (refused) return refused;
    const { db } = this.#deps;
    const filter = await this.#resolveSearch(actor, wanted);
    const isDue = wanted.sort === 'due' && wanted.view === 'to-deliver';
    const sort = isDue || wanted.sort !== 'due' ? (wanted.sort ?? 'newest') : 'newest';
    const { kind } = sorts[sort];
    const start = readListStart(wanted, kind);
    const limit = Math.min(Math.max(wanted.limit ?? rowsPerListPage, 1), maxLimit);
    const rows = await listRows(db, filter, { sort, start, limit: limit + 1 });
    const count = await countRows(db, filter);
    const getKey = (row: OrderRowColumns) => readSortKey(row, kind);
    const page = toListPage({ rows, start, count, limit, getKey });
    return ok({ ...page, rows: page.rows.map((row) => toOrderRow(row, actor)) });
  }

  /**
   * Exports what the filter shows, as bytes of a CSV that are made while they are read, oldest first;
   * hours are the store's, and a cell that looks like a formula is text. `forbidden`. Written into
   * the audit log.
   */
  async exportOrders(
    actor: Actor,
    filter: OrderFilter,
  ): Promise<Outcome<AsyncGenerator<Uint8Array>>> {
    const attempt = { verb: 'order.export', thing: { kind: 'orders', id: 'list' } } as const;
    const refused = await this.#deps.staffActs.refuse(actor, attempt);
    if (refused) return refused;
    const resolved = await this.#resolveSearch(actor, filter);
    const { search, ...after } = filter;
    await this.#deps.audit.record(this.#deps.db, {
      ...attempt,
      actor,
      // A search may be somebody's name: it stays out of a log that can't be erased.
      change: { after: { ...after, isSearched: search !== undefined } },
    });
    return ok(this.#deps.sheets.writeRows('csv', exportColumns, this.#readAll(resolved)));
  }

  async *#readAll(
    filter: OrderFilter & { readonly terms: SearchTerms | undefined },
  ): AsyncGenerator<string[]> {
    const { timeZone } = await this.#deps.getPublisher();
    let start: ListStart | undefined;
    for (;;) {
      const page = { sort: 'oldest', start, limit: exportChunk } as const;
      const rows = await listRows(this.#deps.db, filter, page);
      for (const row of rows) yield toExportCells(row, timeZone);
      const last = rows.at(-1);
      if (!last || rows.length < exportChunk) return;
      start = { isBackward: false, key: '', id: last.id };
    }
  }

  /** Builds the condition of a search: staff who see no people find nobody by name or address. */
  async #resolveSearch(
    actor: Actor,
    filter: OrderFilter,
  ): Promise<OrderFilter & { readonly terms: SearchTerms | undefined }> {
    const text = filter.search?.trim().slice(0, 100) ?? '';
    if (text === '') return { ...filter, terms: undefined };
    const purchaseIds = await findIdsByProviderId(this.#deps.db, text);
    return { ...filter, terms: { text, hasPeople: !seesNoPeople(actor), purchaseIds } };
  }
}

/** The value of its row that a cursor has beside the id. */
function readSortKey(row: OrderRowColumns, kind: SortKeyKind): string | number {
  if (kind === 'number') return row.priceCents;
  return kind === 'day' ? (row.deliverBy ?? dueNow) : '';
}

/** undefined for what we don't deliver ourselves, and for what is delivered or closed. */
function readDueDay({ state, fulfilledAt, deliverBy }: OrderRowColumns): string | undefined {
  return hasAccess(state) && fulfilledAt === null ? (deliverBy ?? undefined) : undefined;
}

/** An order's columns as a row of a list, and nothing else of what is given. */
export function toOrderRow(order: OrderRowColumns, actor: Actor): StaffOrderRow {
  const { number, state, placedAt, priceCents, refundedCents, currency } = order;
  const { reportCode, reportTitle, licenceName, paymentMethod } = order;
  const { name, companyName, email, buyerKind } = order;
  const buyer = { name, companyName, email };
  return {
    number,
    state,
    placedAt,
    priceCents,
    refundedCents,
    currency,
    reportCode,
    reportTitle,
    licenceName,
    paymentMethod,
    buyerKind,
    dueOn: readDueDay(order),
    buyer: seesNoPeople(actor) ? maskBuyer(buyer) : buyer,
  };
}

const toExportCells = (row: OrderRowColumns, zone: string): string[] => [
  row.number,
  row.state,
  toZonedIso(row.placedAt, zone),
  row.paymentMethod,
  row.reportCode,
  row.reportTitle,
  row.licenceName,
  row.buyerKind,
  row.name,
  row.companyName,
  row.email,
  toDecimalString(row.priceCents, row.currency),
  toDecimalString(row.refundedCents, row.currency),
  row.currency,
];
