import type { Database, Deps } from '../deps.ts';
import { readTimeZone } from './store-zone.store.ts';
import { toDay } from './time-zone.model.ts';

/** What can happen at a time, as the view `scheduled_thing` has it. */
export const scheduledKinds = [
  'report',
  'reportDraft',
  'blogPost',
  'pressRelease',
  'newsletterIssue',
] as const;
export type ScheduledKind = (typeof scheduledKinds)[number];

/** When the schedule looked. */
export type Moment = {
  readonly now: Date;
  /** The store's day: "2026-11-22". */
  readonly today: string;
};

/** What a module does with its own things whose time has come. */
export type ScheduledAct = {
  /** How many things one call takes. */
  readonly atOnce: number;
  /**
   * Does what was chosen, in a transaction of its own. It locks the things and looks again whether
   * they are due: another worker, or a person, may have been quicker.
   */
  readonly act: (ids: readonly number[], moment: Moment) => Promise<void>;
};

/** By kind. */
export type ScheduledActs<Kind extends ScheduledKind = ScheduledKind> = {
  readonly [One in Kind]: ScheduledAct;
};

/** Does what people chose a time for. */
export class Schedule {
  readonly #deps: Pick<Deps, 'db' | 'clock'>;
  readonly #acts: Partial<ScheduledActs>;

  constructor(deps: Pick<Deps, 'db' | 'clock'>, acts: Partial<ScheduledActs>) {
    this.#deps = deps;
    this.#acts = acts;
  }

  /** Jobs of the worker. */
  get jobs() {
    return { 'schedule.actOnDue': () => this.actOnDue() };
  }

  /**
   * Job: acts on everything whose time has come, also late. A fault with one thing is thrown at the
   * end, when all others have had their turn: nothing waits behind it.
   */
  async actOnDue(): Promise<void> {
    const faults: unknown[] = [];
    for (const kind of scheduledKinds) {
      const acting = this.#acts[kind];
      if (acting) faults.push(...(await this.#actOnAll(kind, acting)));
    }
    if (faults.length > 1) throw new AggregateError(faults, `${faults.length} things failed`);
    if (faults.length === 1) throw faults[0];
  }

  async #actOnAll(kind: ScheduledKind, { atOnce, act }: ScheduledAct): Promise<unknown[]> {
    const faults: unknown[] = [];
    for (let after = 0; ;) {
      const moment = await this.#readMoment();
      const ids = await listDue(this.#deps.db, kind, moment, { after, limit: atOnce });
      const last = ids.at(-1);
      if (last === undefined) return faults;
      after = last;
      await act(ids, moment).catch((error: unknown) => faults.push(error));
    }
  }

  async #readMoment(): Promise<Moment> {
    const now = this.#deps.clock();
    return { now, today: toDay(now, await readTimeZone(this.#deps.db)) };
  }
}

/** Returns the ids of due things behind an id. By day and by time apart: each has its index. */
async function listDue(
  db: Database,
  kind: ScheduledKind,
  { now, today }: Moment,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<number[]> {
  const behind = db
    .selectFrom('scheduledThing')
    .select('thingId')
    .where('kind', '=', kind)
    .where('thingId', '>', after);
  const rows = await behind
    .where('dueAt', '<=', now)
    .unionAll(behind.where('dueOn', '<=', today))
    .orderBy('thingId')
    .limit(limit)
    .execute();
  return rows.map(({ thingId }) => thingId);
}
