import { readTimeZone } from '../kernel/store-zone.store.ts';
import { toZonedIso } from '../kernel/time-zone.model.ts';
import { z } from 'zod';
import {
  readListStart,
  rowsPerListPage,
  toListPage,
  type ListPage,
  type ListStart,
} from '../kernel/list-page.ts';
import { fail, ok, type Outcome } from '../kernel/outcome.model.ts';
import type { WantedPage } from '../kernel/wanted-list.model.ts';
import * as store from './audit-log.store.ts';
import type { StaffDeps } from './deps.ts';
import type { StaffActor } from './model.ts';
import { findThingNames } from './thing-names.store.ts';
import { refuseVerb, staffVerbs, type StaffVerb } from './verbs.model.ts';

const exportChunk = 500;

const csvColumns = [
  'id',
  'at',
  'actorName',
  'role',
  'verb',
  'outcome',
  'refusal',
  'thingKind',
  'thingId',
  'before',
  'after',
  'ip',
  'userAgent',
  'requestId',
  'batch',
  'undoOf',
] as const;

/** An entry as a list shows it. */
export type ListedAuditEntry = store.AuditRow & {
  readonly isUndone: boolean;
  /** True if its verb can be undone, by staff who may do it. */
  readonly isUndoable: boolean;
  /** Its subject: the key of its page, and its name if it is there still. */
  readonly thing: { readonly key: string; readonly name: string | undefined };
};

/** The acts in the back office: to search, to take away and, if possible, to take back. */
export class AuditLog {
  readonly #deps: StaffDeps;

  constructor(deps: StaffDeps) {
    this.#deps = deps;
  }

  /** One page, newest first. `forbidden`. */
  async search(
    actor: StaffActor,
    filter: store.AuditFilter,
    wanted: WantedPage = {},
  ): Promise<Outcome<ListPage<ListedAuditEntry>>> {
    const { db, clock } = this.#deps;
    const refusal = refuseVerb(actor, 'audit.read', clock());
    if (refusal) return refusal;
    const start = readListStart(wanted, 'none');
    const rows = await store.listEntries(db, filter, { start, limit: rowsPerListPage + 1 });
    const page = toListPage({ rows, start, count: await store.countEntries(db, filter) });
    return ok({ ...page, rows: await this.#describe(actor, page.rows) });
  }

  /** One entry. `not-found`, `forbidden`. */
  async get(actor: StaffActor, id: number): Promise<Outcome<ListedAuditEntry>> {
    const { db, clock } = this.#deps;
    const refusal = refuseVerb(actor, 'audit.read', clock());
    if (refusal) return refusal;
    const entry = await store.findEntry(db, id);
    const [row] = await this.#describe(actor, entry ? [entry] : []);
    return row ? ok(row) : fail('not-found', 'There is no such entry.');
  }

  async #describe(actor: StaffActor, rows: readonly store.AuditRow[]): Promise<ListedAuditEntry[]> {
    const undone = await store.listUndone(
      this.#deps.db,
      rows.map(({ id }) => id),
    );
    const things = await this.#findThings(rows);
    return rows.map((row) => {
      const isUndone = undone.has(row.id);
      const isUndoable = !isUndone && this.#isUndoable(actor, row);
      const id = readThingId(row);
      const { key = id, name } = things.get(`${row.thingKind} ${id}`) ?? {};
      return { ...row, isUndone, isUndoable, thing: { key, name } };
    });
  }

  /** By kind and id. */
  async #findThings(rows: readonly store.AuditRow[]) {
    const byKind = Map.groupBy(rows, ({ thingKind }) => thingKind);
    const found = await Promise.all(
      [...byKind].map(async ([kind, entries]) => {
        const ids = [...new Set(entries.map(readThingId))];
        const named = await findThingNames(this.#deps.db, kind, ids);
        return named.map((thing) => [`${kind} ${thing.id}`, thing] as const);
      }),
    );
    return new Map(found.flat());
  }

  #isUndoable({ role }: StaffActor, entry: store.AuditRow): boolean {
    const { verb, outcome, undoOf } = entry;
    if (!isVerb(verb) || outcome !== 'done' || undoOf !== null) return false;
    const rule: { readonly roles: readonly string[] } = staffVerbs[verb];
    const handler = this.#deps.undoHandlers[verb];
    const isUndoable = handler?.isUndoable?.(entry) ?? handler !== undefined;
    return isUndoable && rule.roles.includes(role);
  }

  /** The bytes of a CSV file, newest entry first. `forbidden`; the export itself is logged. */
  async exportCsv(
    actor: StaffActor,
    filter: store.AuditFilter,
  ): Promise<Outcome<AsyncIterable<Uint8Array>>> {
    const { db, clock } = this.#deps;
    const refusal = refuseVerb(actor, 'audit.read', clock());
    if (refusal) return refusal;
    const thing = { kind: 'audit', id: 'export' };
    await this.#deps.audit.record(db, { verb: 'audit.read', thing, actor });
    return ok(this.#deps.sheets.writeRows('csv', csvColumns, this.#readCells(filter)));
  }

  /** Read in chunks, so that an export of any length takes the same memory. */
  async *#readCells(filter: store.AuditFilter): AsyncGenerator<string[]> {
    const zone = await readTimeZone(this.#deps.db);
    let start: ListStart | undefined;
    for (;;) {
      const rows = await store.listEntries(this.#deps.db, filter, { start, limit: exportChunk });
      for (const row of rows) yield csvColumns.map((column) => toCell(row[column], zone));
      const last = rows.at(-1);
      if (!last || rows.length < exportChunk) return;
      start = { isBackward: false, key: '', id: last.id };
    }
  }

  /**
   * The entry's change is undone, by staff who may do its verb; that is an entry of its own.
   * `not-found`; `conflict` for a verb that can't be undone, for an entry that was undone before,
   * and where something was changed since; `forbidden`, `proof-needed`.
   */
  async undo(actor: StaffActor, id: number): Promise<Outcome<undefined>> {
    const entry = await store.findEntry(this.#deps.db, id);
    if (!entry) return fail('not-found', 'There is no such entry.');
    const { verb, thingKind, thingId } = entry;
    const handler = isVerb(verb) ? this.#deps.undoHandlers[verb] : undefined;
    if (!isVerb(verb) || !handler) return fail('conflict', "This can't be undone.");
    const attempt = { verb, thing: { kind: thingKind, id: thingId } };
    return this.#deps.staffActs.perform(actor, attempt, async (tx, audit) => {
      const locked = await store.lockEntry(tx, id);
      if (!locked || locked.outcome !== 'done' || locked.undoOf !== null)
        return fail('conflict', "This can't be undone.");
      if ((await store.listUndone(tx, [id])).has(id))
        return fail('conflict', 'This was already undone.');
      const undone = await handler(tx, locked, actor);
      if (!undone.ok) return undone;
      audit({ ...undone.value, undoOf: id, ...(locked.batch ? { batch: locked.batch } : {}) });
      return ok(undefined);
    });
  }
}

const addedSchema = z.object({ id: z.int() });

/** Returns the id of something new, which is in what the entry says of it. */
const readThingId = ({ thingId, after }: store.AuditRow): string =>
  String((thingId === 'new' ? addedSchema.safeParse(after).data?.id : undefined) ?? thingId);

const isVerb = (verb: string): verb is StaffVerb => Object.hasOwn(staffVerbs, verb);

/** Instants with the clock of the zone, fields as JSON, and nothing for what is not there. */
function toCell(value: unknown, zone: string): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return toZonedIso(value, zone);
  return typeof value === 'string' ? value : JSON.stringify(value);
}
