import type { Database } from '../../deps.ts';
import { readTimeZone } from '../../kernel/store-zone.store.ts';
import { toDay } from '../../kernel/time-zone.model.ts';
import { fail, ok, type Outcome } from '../../kernel/outcome.model.ts';
import {
  readListStart,
  rowsPerListPage,
  toListPage,
  type ListPage,
} from '../../kernel/list-page.ts';
import type { StaffActor } from '../../staff/model.ts';
import { isMasked, staffVerbs } from '../../staff/verbs.model.ts';
import type { LeadKind } from '../lead-kinds.model.ts';
import type { InboxDeps } from './deps.ts';
import type { EnquiryFilter, EnquiryQuery, EnquiryState } from './enquiry.model.ts';
import {
  countEnquiries,
  findReportIdByCode,
  listEnquiryRows,
  neverDue,
  type EnquiryListRow,
  type FilterContext,
} from './enquiries.store.ts';
import { findEnquiry, listStaffOfRoles, readAnswerTimes } from './enquiry.store.ts';
import { maskPerson } from './mask-person.ts';

/** An enquiry in a list. Staff who see people masked get a letter of the name and the address. */
export type EnquiryRow = {
  readonly id: number;
  readonly kind: LeadKind;
  readonly state: EnquiryState;
  readonly name: string;
  readonly email: string;
  readonly company: string;
  readonly report: { readonly code: string; readonly title: string } | undefined;
  readonly owner: { readonly id: number; readonly name: string } | undefined;
  /** "2026-11-22" */
  readonly followUpOn: string | null;
  readonly createdAt: Date;
  readonly firstAnsweredAt: Date | null;
  readonly erasedAt: Date | null;
  readonly hasCv: boolean;
  /** Other enquiries of this mailbox for the same thing, without spam. */
  readonly sameCount: number;
};

export type EnquiryPage = ListPage<EnquiryRow> & {
  /** The highest id that matches: a bulk change of all proves with it what its author saw. */
  readonly newestId: number | undefined;
};

/** A member of staff by name. */
export type StaffName = { readonly id: number; readonly name: string };

const enquiriesThing = { kind: 'enquiry', id: 'list' } as const;
const readVerb = { verb: 'enquiry.read', thing: enquiriesThing } as const;

/** The inbox as a list, and what it says of how quickly people are answered. */
export class EnquiryList {
  readonly #deps: InboxDeps;

  constructor(deps: InboxDeps) {
    this.#deps = deps;
  }

  /** One page of enquiries, with the number of all that match. `forbidden`. */
  async list(actor: StaffActor, query: EnquiryQuery): Promise<Outcome<EnquiryPage>> {
    const refusal = await this.#deps.staffActs.refuse(actor, readVerb);
    if (refusal) return refusal;
    const { db } = this.#deps;
    const filter = {
      ...query,
      ...(await readContext(this.#deps.db, actor, query, this.#deps.clock())),
    };
    const start = readListStart(query, 'day');
    const limit = rowsPerListPage + 1;
    const found = await listEnquiryRows(db, filter, { order: query.order, start, limit });
    const { total, newestId } = await countEnquiries(db, filter);
    const getKey = (row: EnquiryListRow) => row.sortDay;
    const page = toListPage({ rows: found, start, count: total, getKey });
    return ok({
      ...page,
      rows: page.rows.map((row) => toEnquiryRow(row, filter.isMasked)),
      newestId,
    });
  }

  /**
   * The open enquiry to work on after this one, in the order of the list that it was opened from;
   * the first one behind its end, undefined if none is left. `forbidden`.
   */
  async findNextOpen(
    actor: StaffActor,
    query: EnquiryQuery,
    id: number,
  ): Promise<Outcome<number | undefined>> {
    const refusal = await this.#deps.staffActs.refuse(actor, readVerb);
    if (refusal) return refusal;
    const { db } = this.#deps;
    const context = await readContext(this.#deps.db, actor, query, this.#deps.clock());
    const filter = { ...query, ...context, state: 'open' } as const;
    const current = await findEnquiry(db, id);
    const isDue = query.order === 'due' && (current?.followUpOn ?? neverDue) <= filter.today;
    const day = isDue ? (current?.followUpOn ?? neverDue) : neverDue;
    const page = { order: query.order, limit: 2 };
    const start = { isBackward: false, key: day, id };
    const behind = await listEnquiryRows(db, filter, { ...page, start });
    const first = await listEnquiryRows(db, filter, { ...page, start: undefined });
    return ok([...behind, ...first].find((row) => row.id !== id)?.id);
  }

  /** Who can own an enquiry. `forbidden`. */
  async listOwners(actor: StaffActor): Promise<Outcome<readonly StaffName[]>> {
    const refusal = await this.#deps.staffActs.refuse(actor, readVerb);
    return refusal ?? ok(await listStaffOfRoles(this.#deps.db, staffVerbs['enquiry.work'].roles));
  }

  /**
   * Of the enquiries sent from `from` until before `until`, spam left out: how many, how many of
   * them were answered, and the median time to the first answer in minutes. `forbidden`.
   */
  async getAnswerTimes(
    actor: StaffActor,
    period: { readonly from: Date; readonly until: Date },
  ): Promise<Outcome<{ received: number; answered: number; medianMinutes: number | null }>> {
    const refusal = await this.#deps.staffActs.refuse(actor, readVerb);
    if (refusal) return refusal;
    if (period.from > period.until) return fail('invalid', 'The period ends before it begins.');
    return ok(await readAnswerTimes(this.#deps.db, period));
  }
}

/** Reads what a filter depends on besides its values. */
export async function readContext(
  db: Database,
  actor: StaffActor,
  { words }: EnquiryFilter,
  now: Date,
): Promise<FilterContext> {
  const zone = await readTimeZone(db);
  return {
    zone,
    today: toDay(now, zone),
    isMasked: isMasked(actor.role),
    reportId: words ? await findReportIdByCode(db, words) : undefined,
  };
}

const toEnquiryRow = (row: EnquiryListRow, masked: boolean): EnquiryRow => ({
  id: row.id,
  kind: row.kind,
  state: row.state,
  ...maskPerson(row, masked),
  report: toReport(row),
  owner: toOwner(row),
  followUpOn: row.followUpOn,
  createdAt: row.createdAt,
  firstAnsweredAt: row.firstAnsweredAt,
  erasedAt: row.erasedAt,
  hasCv: Boolean(row.hasCv),
  sameCount: row.sameCount ?? 0,
});

/** The report that an enquiry is about. */
export const toReport = (row: { reportCode: string | null; reportTitle: string | null }) =>
  row.reportCode === null || row.reportTitle === null
    ? undefined
    : { code: row.reportCode, title: row.reportTitle };

/** Whose the enquiry is. */
export const toOwner = (row: { ownerId: number | null; ownerName: string | null }) =>
  row.ownerId === null || row.ownerName === null
    ? undefined
    : { id: row.ownerId, name: row.ownerName };
