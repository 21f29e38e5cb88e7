import type { Deps } from '../deps.ts';
import { fail, ok, type Outcome } from '../kernel/outcome.model.ts';
import type { StaffActor } from '../staff/model.ts';
import { refuseVerb } from '../staff/verbs.model.ts';
import { findFilePlace } from '../kernel/file-place.store.ts';
import { findMailServerTrouble } from '../kernel/mail-server-trouble.store.ts';
import { allowHeldCleaning, listHeldCleanings } from '../kernel/held-cleaning.store.ts';
import type { ScheduledJobName } from '../jobs.ts';
import {
  findRefusedSender,
  listTroubledEmails,
  requeueEmail,
  settleEmail,
} from './emails.store.ts';
import type { CleaningState, RefusedSender, TroubledEmail, TroubledJob } from './model.ts';
import { OldPapers } from './old-papers.ts';
import { SealedSecrets } from './sealed-secrets.ts';

const maxListed = 100;

/** Which job cleans which kind of files. */
const cleaningJobs: Readonly<Partial<Record<string, ScheduledJobName>>> = {
  'goods/': 'catalogue.removeUnusedGoods',
  'media/': 'media.removeUnused',
  'imports/': 'imports.removeSheets',
  'import-files/': 'imports.removeUnusedFiles',
  'work/': 'longWork.removeFiles',
};

/** Background work that has something wrong with it. */
export class System {
  readonly secrets: SealedSecrets;
  readonly #deps: Deps;
  readonly #papers: OldPapers;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.secrets = new SealedSecrets(deps);
    this.#papers = new OldPapers(deps);
  }

  /**
   * Jobs and emails that failed, wait or are late, a hundred of each at most; whether the mail
   * server refuses this store, since when it takes no email at all, and what the cleaning of files
   * waits for. `forbidden`.
   */
  async list(actor: StaffActor): Promise<
    Outcome<{
      readonly jobs: readonly TroubledJob[];
      readonly emails: readonly TroubledEmail[];
      readonly refusedSender: RefusedSender | undefined;
      readonly noEmailSince: Date | undefined;
      readonly cleaning: CleaningState;
    }>
  > {
    const { db, clock, jobQueue } = this.#deps;
    const refusal = refuseVerb(actor, 'job.retry', clock());
    if (refusal) return refusal;
    const [jobs, emails, refusedSender, noEmailSince, place, held] = await Promise.all([
      jobQueue.listTroubled(maxListed),
      listTroubledEmails(db, clock(), maxListed),
      findRefusedSender(db),
      findMailServerTrouble(db),
      findFilePlace(db),
      listHeldCleanings(db),
    ]);
    const isQuiet = place?.quietUntil && place.quietUntil > clock();
    const quiet = isQuiet
      ? { until: place.quietUntil, reason: String(place.quietReason) }
      : undefined;
    return ok({ jobs, emails, refusedSender, noEmailSince, cleaning: { quiet, held } });
  }

  /**
   * A cleaning that waits goes on soon, with as many files as were shown or fewer; they are in the
   * trash for thirty days. `not-found` if none of this kind waits; `forbidden`, `proof-needed`.
   */
  allowCleaning(actor: StaffActor, kind: string): Promise<Outcome<undefined>> {
    const attempt = { verb: 'files.clean', thing: { kind: 'files', id: kind } } as const;
    return this.#deps.staffActs.perform(actor, attempt, async (tx) => {
      const { clock, enqueue } = this.#deps;
      const job = cleaningJobs[kind];
      if (!job || !(await allowHeldCleaning(tx, kind, clock())))
        return fail('not-found', 'No cleaning of these files waits.');
      await enqueue(tx, job, {}, { dedupeKey: `${job}:allowed`, maxAttempts: 3, queueName: job });
      return ok(undefined);
    });
  }

  /** Jobs of the worker. */
  get jobs() {
    return {
      'system.sealSecrets': async (): Promise<void> => {
        await this.secrets.sealOld();
        await this.#papers.rename();
      },
      'system.trimKeptPages': (): Promise<void> => this.#deps.trimKeptPages(),
    };
  }

  /** The job runs as soon as there is room. `not-found` for one that is done or runs right now. */
  retryJob(actor: StaffActor, id: string): Promise<Outcome<undefined>> {
    const attempt = { verb: 'job.retry', thing: { kind: 'job', id } } as const;
    return this.#deps.staffActs.perform(actor, attempt, async (tx) =>
      (await this.#deps.retryJob(tx, id))
        ? ok(undefined)
        : fail('not-found', 'This job is done, or runs right now.'),
    );
  }

  /** A failed email is in no list any more. `not-found` for one that waits or was sent. */
  settleEmail(actor: StaffActor, id: number): Promise<Outcome<undefined>> {
    const thing = { kind: 'email', id: String(id) };
    return this.#deps.staffActs.perform(actor, { verb: 'job.retry', thing }, async (tx, audit) => {
      if (!(await settleEmail(tx, id, this.#deps.clock())))
        return fail('not-found', 'This email has not failed, or somebody settled it already.');
      audit({ after: { settled: true } });
      return ok(undefined);
    });
  }

  /** The email is sent as soon as there is room. `not-found` for one that was sent. */
  retryEmail(actor: StaffActor, id: number): Promise<Outcome<undefined>> {
    const thing = { kind: 'email', id: String(id) };
    return this.#deps.staffActs.perform(actor, { verb: 'job.retry', thing }, async (tx) => {
      const { clock, enqueue } = this.#deps;
      if (!(await requeueEmail(tx, id, clock())))
        return fail('not-found', 'This email was sent meanwhile.');
      await enqueue(tx, 'emails.send', { id }, { dedupeKey: `email-${id}`, maxAttempts: 1 });
      return ok(undefined);
    });
  }
}
