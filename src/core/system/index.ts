import type { Deps } from '../deps.ts';
import { actAsStaff } from '../kernel/audit.ts';
import { fail, ok, type Outcome } from '../kernel/outcome.model.ts';
import type { StaffActor } from '../staff/model.ts';
import { refuseVerb } from '../staff/verbs.model.ts';
import {
  findRefusedSender,
  listTroubledEmails,
  requeueEmail,
  settleEmail,
} from './emails.store.ts';
import type { RefusedSender, TroubledEmail, TroubledJob } from './model.ts';
import { isLinkSecretKnown, renewSealedSecrets } from './sealed-secrets.ts';

const maxListed = 100;

/** What runs in the background, where something is wrong with it. */
export class System {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Jobs and emails that failed, wait or are late, a hundred of each at most, and whether the mail
   * server refuses this store. `forbidden`.
   */
  async list(actor: StaffActor): Promise<
    Outcome<{
      readonly jobs: readonly TroubledJob[];
      readonly emails: readonly TroubledEmail[];
      readonly refusedSender: RefusedSender | undefined;
    }>
  > {
    const { db, clock, jobQueue } = this.#deps;
    const refusal = refuseVerb(actor, 'job.retry', clock());
    if (refusal) return refusal;
    const [jobs, emails, refusedSender] = await Promise.all([
      jobQueue.listTroubled(maxListed),
      listTroubledEmails(db, clock(), maxListed),
      findRefusedSender(db),
    ]);
    return ok({ jobs, emails, refusedSender });
  }

  /** False where this program's LINK_SECRET opens nothing that the store has sealed. */
  isLinkSecretKnown(): Promise<boolean> {
    return isLinkSecretKnown(this.#deps);
  }

  /** For the terminal, after LINK_SECRET was replaced: see `renewSealedSecrets`. */
  renewSealedSecrets(): Promise<number> {
    return renewSealedSecrets(this.#deps);
  }

  /** The job runs as soon as there is room. `not-found` for one that is done or runs right now. */
  retryJob(actor: StaffActor, id: string): Promise<Outcome<undefined>> {
    const attempt = { verb: 'job.retry', thing: { kind: 'job', id } } as const;
    return actAsStaff(this.#deps, actor, attempt, async (tx) =>
      (await this.#deps.retryJob(tx, id))
        ? ok(undefined)
        : fail('not-found', 'This job is done, or runs right now.'),
    );
  }

  /** A failed email is in no list any more. `not-found` for one that waits or was sent. */
  settleEmail(actor: StaffActor, id: number): Promise<Outcome<undefined>> {
    const thing = { kind: 'email', id: String(id) };
    return actAsStaff(this.#deps, actor, { verb: 'job.retry', thing }, async (tx, audit) => {
      if (!(await settleEmail(tx, id, this.#deps.clock())))
        return fail('not-found', 'This email has not failed, or somebody settled it already.');
      audit({ after: { settled: true } });
      return ok(undefined);
    });
  }

  /** The email is sent as soon as there is room. `not-found` for one that was sent. */
  retryEmail(actor: StaffActor, id: number): Promise<Outcome<undefined>> {
    const thing = { kind: 'email', id: String(id) };
    return actAsStaff(this.#deps, actor, { verb: 'job.retry', thing }, async (tx) => {
      const { clock, enqueue } = this.#deps;
      if (!(await requeueEmail(tx, id, clock())))
        return fail('not-found', 'This email was sent meanwhile.');
      await enqueue(tx, 'emails.send', { id }, { dedupeKey: `email-${id}`, maxAttempts: 1 });
      return ok(undefined);
    });
  }
}
