import type { Deps, Tx } from '../deps.ts';
import type { StaffActor } from '../staff/model.ts';
import { allVerbs, mayDo, refuseVerb, staffVerbs, type VerbRule } from '../staff/verbs.model.ts';
import { getActorName, type Actor } from './audit.ts';
import { toFormEffect } from './staff-acts.ts';
import { Claims } from './claim.ts';
import { keptFileDays, keptWorkDays, type LongWorkView } from './long-work.model.ts';
import * as store from './long-work.store.ts';
import { fail, ok, type Outcome, type Refusal } from './outcome.model.ts';
import { RunningWork, WorkRefused, workFilePrefix, type WorkKind } from './running-work.ts';

export { WorkRefused, type RunningWork, type WorkKind } from './running-work.ts';

/** How long a request waits for the end of what is quick, ms. */
const quickMs = 4000;
const dueAtOnce = 20;
/** A wait that is as good as none: the next slice is queued at once. */
const atOnceMs = 1000;
const pageSize = 50;

/** Undoes what would be noted twice. */
class NotedBefore extends Error {}

export type BeginRequest = {
  readonly kind: string;
  readonly verb: store.NewWork['verb'];
  /** The same one leads to the same piece of work; of the actor's form where none is given. */
  readonly formKey?: string | undefined;
  /** True where the key names what is done, whoever asks for it. */
  readonly isShared?: boolean;
  /** Chooses what there is to do, in the transaction that begins it. */
  readonly prepare: (tx: Tx) => Promise<Outcome<store.WorkPlan>>;
  /** True for what ends within seconds: the caller waits for that, two seconds at most. */
  readonly isQuick?: (plan: store.WorkPlan) => boolean;
};

/**
 * Bulk changes, exports, undoing and imports: each piece has a number, is done step by step by
 * whichever process claims it, and can be cancelled, seen and come back to.
 */
export class LongWork {
  readonly #deps: Deps;
  readonly #kinds: Record<string, WorkKind> = {};
  readonly #claims: Claims;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#claims = new Claims(deps, {
      table: 'long_work',
      onGiveUp: (tx, id, error) =>
        this.#stop(tx, id, `It failed each time it was tried, with this error: ${error}`),
    });
  }

  /** Registers the handler of a kind of work: once, by its module, before any is begun. */
  define(name: string, kind: WorkKind): void {
    this.#kinds[name] = kind;
  }

  /**
   * The piece of work is there, with its number, and is begun at once or by a worker. A form that
   * comes again, however late and whatever became of it, answers the same number. `forbidden`,
   * `proof-needed`, and what `prepare` refuses; `conflict` for a key of somebody else.
   */
  async begin(actor: Actor, request: BeginRequest): Promise<Outcome<number>> {
    const { kind, verb, prepare, isQuick = () => false } = request;
    const formKey = request.formKey ?? this.#readFormKey(actor);
    const attempt = { verb, thing: { kind: 'work', id: kind } };
    const refused = await this.#deps.staffActs.refuse(actor, attempt);
    if (refused) return refused;
    const keyed = { ...request, formKey };
    const earlier = await this.#findEarlier(actor, keyed);
    if (earlier) return earlier;
    const actorName = getActorName(actor);
    const begun = await this.#insert({ kind, formKey, verb, actor, actorName }, prepare, isQuick);
    if (begun === undefined)
      return (await this.#findEarlier(actor, keyed)) ?? fail('conflict', 'Please try again.');
    if (!begun.ok) {
      await this.#deps.audit.record(this.#deps.db, { ...attempt, actor, refusal: begun });
      return begun;
    }
    if (begun.value.isQuick) await this.#performQuickly(begun.value.id);
    return ok(begun.value.id);
  }

  /** Without a key it is begun anew each time. */
  #readFormKey(actor: Actor): string {
    return ('formKey' in actor ? actor.formKey : undefined) ?? this.#deps.generateSecret();
  }

  async #findEarlier(
    actor: Actor,
    { kind, formKey, isShared }: BeginRequest & { readonly formKey: string },
  ): Promise<Outcome<number> | undefined> {
    const earlier = await store.findByKey(this.#deps.db, formKey);
    if (!earlier) return undefined;
    const staffId = 'staffId' in actor ? actor.staffId : undefined;
    const isTheirs = earlier.kind === kind && (isShared || earlier.staffId === staffId);
    return isTheirs
      ? ok(earlier.id)
      : fail('conflict', 'This form was used before. Open its page again.');
  }

  /** undefined where the key was taken meanwhile. */
  async #insert(
    work: store.NewWork,
    prepare: BeginRequest['prepare'],
    isQuick: (plan: store.WorkPlan) => boolean,
  ): Promise<Outcome<{ id: number; isQuick: boolean }> | undefined> {
    let refusal: Refusal | undefined;
    try {
      return await this.#deps.db.transaction().execute(async (tx) => {
        const id = await store.insertWork(tx, work);
        if (id === undefined) return undefined;
        const plan = await prepare(tx);
        if (!plan.ok) {
          refusal = plan;
          throw new WorkRefused(plan.message);
        }
        await store.savePlan(tx, id, plan.value);
        const isQuickHere = isQuick(plan.value);
        // What is tried here first is found by `performDue` where this process is killed.
        if (!isQuickHere) await this.#queue(tx, id, work.kind);
        return ok({ id, isQuick: isQuickHere });
      });
    } catch (error) {
      if (error instanceof WorkRefused && refusal) return refusal;
      throw error;
    }
  }

  /** Its end is waited for, but not for long: it goes on by itself. */
  async #performQuickly(id: number): Promise<void> {
    const performed = this.perform(id).catch((error: unknown) =>
      this.#deps.log.warn({ error, workId: id }, 'long work could not be begun at once'),
    );
    await Promise.race([performed, this.#deps.sleep(quickMs)]);
  }

  /** Works on it until it ends, its turn is over, or something goes wrong. */
  async perform(id: number): Promise<void> {
    const claim = await this.#claims.take(id);
    if (!claim) return;
    const outcome = await this.#claims.perform(claim, async (held) => {
      const row = await store.findWork(this.#deps.db, id);
      const kind = row && this.#kinds[row.kind];
      if (!kind) throw new Error(`Nothing does the work ${row?.kind}.`);
      try {
        await kind.run(new RunningWork(this.#deps, held, row, kind));
      } catch (error) {
        if (!(error instanceof WorkRefused)) throw error;
        await held.finish(async (tx) => {
          if (error.result) await store.saveChanges(tx, id, { result: error.result });
          await this.#stop(tx, id, error.message);
        });
      }
    });
    if (outcome.kind === 'waits' && outcome.waitMs < atOnceMs) await this.#queueNext(id);
  }

  async #queueNext(id: number): Promise<void> {
    const row = await store.findWork(this.#deps.db, id);
    if (row) await this.#deps.db.transaction().execute((tx) => this.#queue(tx, id, row.kind));
  }

  #queue(tx: Tx, id: number, kind: string): Promise<void> {
    const queueName = `long work: ${this.#kinds[kind]?.lane ?? kind}`;
    const options = { dedupeKey: `long work ${id}`, queueName, isLongRunning: true };
    return this.#deps.enqueue(tx, 'longWork.perform', { id }, options);
  }

  /** It is over before its end. */
  async #stop(tx: Tx, id: number, failure: string): Promise<void> {
    await store.saveState(tx, id, { state: 'failed', failure });
    const row = await store.findWork(tx, id);
    if (row) await this.#kinds[row.kind]?.onStopped?.(tx, row.input, failure);
  }

  /** Its page: how far it is, and what came of it. `not-found`, `forbidden`. */
  async view(actor: StaffActor, id: number): Promise<Outcome<LongWorkView>> {
    const row = await store.findWork(this.#deps.db, id);
    if (!row) return fail('not-found', 'There is no such work.');
    if (!mayDo(actor.role, row.verb)) return fail('forbidden', 'Your role does not allow this.');
    return ok(this.#toView(row));
  }

  /** The newest first, as far as the role may see them; `next` is the number after which more are. */
  async list(
    actor: StaffActor,
    before: number | undefined,
  ): Promise<{ readonly rows: readonly LongWorkView[]; readonly next: number | undefined }> {
    const verbs = allVerbs.filter((verb) => mayDo(actor.role, verb));
    const span = { before, limit: pageSize + 1 };
    const rows = await store.listWork(this.#deps.db, verbs, span);
    const shown = rows.slice(0, pageSize);
    return {
      rows: shown.map((row) => this.#toView(row)),
      next: rows.length > pageSize ? shown.at(-1)?.id : undefined,
    };
  }

  #toView(row: store.WorkRow): LongWorkView {
    const { actor: _actor, input: _input, claimToken: _token, isRunning, ...shown } = row;
    const rule: VerbRule = staffVerbs[row.verb];
    const waitingPhase = row.lastError === null ? 'waiting' : 'between-tries';
    const openPhase = isRunning ? 'running' : waitingPhase;
    const isStopped = row.state === 'failed' || row.state === 'cancelled';
    const { step } = row.position;
    return {
      ...shown,
      phase: row.state === 'open' ? openPhase : undefined,
      step: typeof step === 'string' ? step : undefined,
      fileName: row.fileKey === null ? null : row.fileName,
      needsProof: rule.needsProof ?? false,
      mayCancel: row.state === 'open',
      mayGoOn: isStopped && (this.#kinds[row.kind]?.mayGoOn ?? true),
    };
  }

  /**
   * Nothing of it happens any more; what its steps have done stays. In every state: who works on it
   * now commits nothing further. `not-found`, `forbidden`; `conflict` where it is over.
   */
  async cancel(actor: StaffActor, id: number): Promise<Outcome<undefined>> {
    const cancelled = await this.#change(actor, id, { cancelled: true }, async (tx) =>
      (await this.withdraw(tx, id)) ? ok(undefined) : fail('conflict', 'It has ended meanwhile.'),
    );
    if (cancelled.ok) await this.noteStopped(id);
    return cancelled;
  }

  /** In `tx`, for a module that cancels its own work and notes who did; `noteStopped` comes next. */
  async withdraw(tx: Tx, id: number): Promise<boolean> {
    if (!(await this.#claims.withdraw(tx, id))) return false;
    await store.saveState(tx, id, { state: 'cancelled' });
    return true;
  }

  /**
   * The module has heard, once, that its work was cancelled. Behind the transaction that withdrew it:
   * a step that is open may hold what the module changes here, and ends only once it sees that its
   * claim is gone.
   */
  async noteStopped(id: number): Promise<void> {
    const row = await store.findWork(this.#deps.db, id);
    if (row?.state !== 'cancelled') return;
    try {
      await this.#deps.db.transaction().execute(async (tx) => {
        await this.#kinds[row.kind]?.onStopped?.(tx, row.input, undefined);
        if (!(await store.saveStopNoted(tx, id))) throw new NotedBefore();
      });
    } catch (error) {
      if (!(error instanceof NotedBefore)) throw error;
    }
  }

  /** The same of all that was cancelled by a process that is gone. */
  async noteStops(): Promise<void> {
    for (const id of await store.listUnnotedStops(this.#deps.db)) await this.noteStopped(id);
  }

  /** Goes on with work that stopped before its end. `conflict` if it can't. */
  async goOn(actor: StaffActor, id: number): Promise<Outcome<undefined>> {
    return this.#change(actor, id, { resumed: true }, async (tx) => {
      const row = await store.findWork(tx, id);
      if (!row || !this.#toView(row).mayGoOn) return fail('conflict', 'It can’t go on.');
      await store.saveState(tx, id, { state: 'open' });
      await this.#claims.offer(tx, id);
      await this.#queue(tx, id, row.kind);
      return ok(undefined);
    });
  }

  async #change(
    actor: StaffActor,
    id: number,
    after: object,
    change: (tx: Tx) => Promise<Outcome<undefined>>,
  ): Promise<Outcome<undefined>> {
    const row = await store.findWork(this.#deps.db, id);
    if (!row) return fail('not-found', 'There is no such work.');
    const attempt = { verb: row.verb, thing: { kind: 'work', id: String(id) } };
    const refused = await this.#deps.staffActs.refuse(actor, attempt);
    if (refused) return refused;
    return this.#deps.db.transaction().execute((tx) =>
      this.#deps.sentForms.doOnce(tx, toFormEffect(actor, attempt), async () => {
        const changed = await change(tx);
        if (changed.ok) await this.#deps.audit.record(tx, { ...attempt, actor, change: { after } });
        return changed;
      }),
    );
  }

  /** The file of an export. `not-found`, `forbidden`, `proof-needed`; `gone` after some days. */
  async openFile(actor: StaffActor, id: number) {
    const row = await store.findWork(this.#deps.db, id);
    if (!row) return fail('not-found', 'There is no such file.');
    const refused = refuseVerb(actor, row.verb, this.#deps.clock());
    if (refused) return refused;
    const content = row.fileKey === null ? undefined : await this.#deps.files.read(row.fileKey);
    if (!content || row.fileName === null)
      return fail('gone', 'This file is no longer kept. Please export again.');
    return ok({ name: row.fileName, content });
  }

  /** The number of work of this kind that is not over and has this value in its input. */
  async findOpen(
    db: Deps['db'] | Tx,
    kind: string,
    field: readonly [string, string],
  ): Promise<number | undefined> {
    return (await store.listByInput(db, field, { kind, isOpen: true }))[0]?.id;
  }

  /** The same of every kind. */
  async listOpen(db: Deps['db'] | Tx, field: readonly [string, string]): Promise<number[]> {
    return (await store.listByInput(db, field, { isOpen: true })).map(({ id }) => id);
  }

  /** Jobs of the worker. */
  get jobs() {
    return {
      'longWork.perform': ({ id }: { readonly id: number }): Promise<void> => this.perform(id),
      /** Queues what waits: after a wait, or since its process is gone. */
      'longWork.performDue': async (): Promise<void> => {
        await this.noteStops();
        for (const id of await this.#claims.listDue(dueAtOnce)) await this.#queueNext(id);
      },
      'longWork.removeOld': (): Promise<void> => store.removeOldWork(this.#deps.db, keptWorkDays),
      'longWork.removeFiles': async (): Promise<void> => {
        const { db, files } = this.#deps;
        if (!(await this.#deps.fileCleaning.mayClean())) return;
        // Results may name people, and are made again by whoever needs them: no trash.
        for (const { id, fileKey } of await store.listOldFiles(db, keptFileDays)) {
          if (fileKey !== null) await files.remove(fileKey);
          await store.forgetFile(db, id);
        }
        await this.#deps.fileCleaning.removeUnused(workFilePrefix, (keys) =>
          store.findWorkFileKeys(db, keys),
        );
      },
    };
  }
}
