import { readTimeZone } from '../../kernel/store-zone.store.ts';
import { toZonedIso } from '../../kernel/time-zone.model.ts';
import type { Tx } from '../../deps.ts';
import { failWithFieldErrors } from '../../kernel/form-fields.ts';
import {
  readListStart,
  rowsPerListPage,
  toListPage,
  type ListPage,
  type ListStart,
} from '../../kernel/list-page.ts';
import { fail, ok, type Outcome } from '../../kernel/outcome.model.ts';
import type { WantedList } from '../../kernel/wanted-list.model.ts';
import type { StaffActor } from '../../staff/model.ts';
import type { StaffVerb } from '../../staff/verbs.model.ts';
import type { LeadDeps } from '../deps.ts';
import { readBounces, type ReadBounces, type ReportedBounce } from './bounces.ts';
import { forgetBounces, noteHardBounce } from './bounces.store.ts';
import {
  countSubscribers,
  endSubscriptionById,
  listSubscriberRows,
  type SubscriberFilter,
} from './list.store.ts';
import { subscriptionStates, type SubscriberRow } from './subscriber.model.ts';

const exportChunk = 500;
const maxReported = 5000;

const csvColumns = [
  'email',
  'state',
  'consent',
  'requestedAt',
  'confirmedAt',
  'unsubscribedAt',
  'industries',
  'hardBounces',
  'lastBounce',
] as const;

/** Who gets the newsletter, for staff. */
export class Subscribers {
  readonly #deps: LeadDeps;

  constructor(deps: LeadDeps) {
    this.#deps = deps;
  }

  /** One page, newest first; filters `state`, `industry` (an id) and `q`. `forbidden`. */
  async list(actor: StaffActor, wanted: WantedList): Promise<Outcome<ListPage<SubscriberRow>>> {
    const { db } = this.#deps;
    const refusal = await this.#deps.staffActs.refuse(actor, toAttempt('subscriber.list'));
    if (refusal) return refusal;
    const filter = readFilter(wanted);
    const start = readListStart(wanted, 'none');
    const rows = await listSubscriberRows(db, filter, { start, limit: rowsPerListPage + 1 });
    return ok(toListPage({ rows, start, count: await countSubscribers(db, filter) }));
  }

  /** The bytes of a CSV file of all that match. `forbidden`, `proof-needed`. */
  async exportCsv(
    actor: StaffActor,
    wanted: WantedList,
  ): Promise<Outcome<AsyncIterable<Uint8Array>>> {
    const attempt = toAttempt('subscriber.export');
    const refusal = await this.#deps.staffActs.refuse(actor, attempt);
    if (refusal) return refusal;
    await this.#deps.audit.record(this.#deps.db, { ...attempt, actor });
    const cells = this.#readCells(readFilter(wanted));
    return ok(this.#deps.sheets.writeRows('csv', csvColumns, cells));
  }

  /** Read in chunks, so that an export of any length takes the same memory. */
  async *#readCells(filter: SubscriberFilter): AsyncGenerator<string[]> {
    const zone = await readTimeZone(this.#deps.db);
    let start: ListStart | undefined;
    for (;;) {
      const rows = await listSubscriberRows(this.#deps.db, filter, { start, limit: exportChunk });
      for (const row of rows) yield csvColumns.map((column) => toCell(row[column], zone));
      if (rows.length < exportChunk) return;
      start = { isBackward: false, key: '', id: rows.at(-1)?.id ?? 0 };
    }
  }

  /** They get nothing more. `conflict` if they do not anyway, `forbidden`. */
  unsubscribe(actor: StaffActor, id: number): Promise<Outcome<undefined>> {
    const attempt = toAttempt('subscriber.edit', String(id));
    return this.#deps.staffActs.perform(actor, attempt, async (tx, audit) => {
      if (!(await endSubscriptionById(tx, id, this.#deps.clock())))
        return fail('conflict', 'This address is not subscribed.');
      audit({ after: { state: 'unsubscribed' } });
      return ok(undefined);
    });
  }

  /**
   * Addresses whose emails came back, one a line, each with the status of its bounce where that is
   * known ("anna@example.com 5.1.1"). Those of the address count; what passes (4.x.x), or is about
   * the sender (5.7.1), does not. How many were noted, are no subscribers, or were left out.
   * `invalid`, `forbidden`.
   */
  reportBounces(actor: StaffActor, text: string): Promise<Outcome<NotedBounces>> {
    return this.#deps.staffActs.perform(actor, toAttempt('subscriber.edit'), async (tx, audit) => {
      const { bounces, unreadable, soft, ofSender } = readBounces(text);
      const problem = findProblem(bounces);
      if (problem !== undefined) return failWithFieldErrors({ bounces: [problem] });
      const noted = await this.#note(tx, bounces);
      const unknown = bounces.length - noted;
      // Addresses do not belong into the log, which nothing is ever erased from.
      audit({ after: { bounces: noted } });
      return ok({ noted, unknown, unreadable, soft, ofSender });
    });
  }

  /**
   * Their bounces are forgotten, and who got nothing for them gets the next issue. `conflict` if
   * there are none, `forbidden`.
   */
  forgetBounces(actor: StaffActor, id: number): Promise<Outcome<undefined>> {
    const attempt = toAttempt('subscriber.edit', String(id));
    return this.#deps.staffActs.perform(actor, attempt, async (tx, audit) => {
      const before = await forgetBounces(tx, id);
      if (!before) return fail('conflict', 'No bounce of this address is recorded.');
      audit({ before, after: { hardBounces: 0 } });
      return ok(undefined);
    });
  }

  async #note(tx: Tx, bounces: readonly ReportedBounce[]): Promise<number> {
    const at = this.#deps.clock();
    let noted = 0;
    for (const { email, status, isUnknown } of bounces) {
      const reason = status ? `Reported by staff: ${status}` : 'Reported by staff';
      if (await noteHardBounce(tx, { email }, { isUnknown, reason, at })) noted++;
    }
    return noted;
  }
}

type NotedBounces = Omit<ReadBounces, 'bounces'> & {
  readonly noted: number;
  readonly unknown: number;
};

function findProblem(bounces: readonly ReportedBounce[]): string | undefined {
  if (bounces.length === 0) return 'Give at least one address that bounced for good.';
  return bounces.length > maxReported ? `Give ${maxReported} addresses at most.` : undefined;
}

const toAttempt = <Verb extends StaffVerb>(verb: Verb, id = 'list') => ({
  verb,
  thing: { kind: 'subscriber', id },
});

const readFilter = ({ filters }: WantedList): SubscriberFilter => ({
  state: subscriptionStates.find((state) => state === filters['state']),
  industryId: readIndustryId(filters['industry']),
  words: filters['q'],
});

const readIndustryId = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;

function toCell(value: string | number | Date | readonly string[] | null, zone: string): string {
  if (value === null) return '';
  if (value instanceof Date) return toZonedIso(value, zone);
  return typeof value === 'object' ? value.join('; ') : String(value);
}
