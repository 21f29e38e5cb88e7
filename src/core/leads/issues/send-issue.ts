import type { Tx } from '../../deps.ts';
import type { AuditChange } from '../../kernel/audit.ts';
import { fail, ok, type Outcome } from '../../kernel/outcome.model.ts';
import type { ScheduledAct } from '../../kernel/schedule.ts';
import type { StaffActor } from '../../staff/model.ts';
import type { IssueCards } from './cards.ts';
import type { IssueDelivery } from './deliver-issue.ts';
import type { IssueDeps } from './deps.ts';
import type { Issue, IssueCard } from './issue.model.ts';
import { noSuchIssue } from './issues.ts';
import {
  findIssue,
  forgetAnswers,
  listIssuesAtWork,
  lockIssue,
  setIssueState,
} from './issues.store.ts';
import { insertRecipients, makeWaitingDue, requeueUnsettled } from './recipients.store.ts';

const verb = 'newsletter.send';

/** When an issue goes out, and when it does not. */
export class IssueSending {
  readonly #deps: IssueDeps;
  readonly #cards: IssueCards;
  readonly #delivery: IssueDelivery;

  constructor(deps: IssueDeps, cards: IssueCards, delivery: IssueDelivery) {
    this.#deps = deps;
    this.#cards = cards;
    this.#delivery = delivery;
  }

  /**
   * Everybody whom the issue is for gets it from now on; what was changed since `revision` was not
   * seen. Their number. `conflict` if it is sent already, was changed, or nobody would get it;
   * `not-found`, `forbidden`.
   */
  async send(
    actor: StaffActor,
    id: number,
    revision: number,
  ): Promise<Outcome<{ recipients: number }>> {
    const cards = await this.#findCards(id);
    return this.#act(actor, id, async (tx, issue, audit) => {
      if (issue.state !== 'draft' && issue.state !== 'scheduled') return failSent;
      if (issue.revision !== revision) return failChanged;
      const recipients = await this.#start(tx, issue, cards);
      if (recipients === 0) return fail('conflict', 'Nobody would get this issue: no subscriber.');
      audit({ before: { state: issue.state }, after: { state: 'sending', recipients } });
      return ok({ recipients });
    });
  }

  /**
   * It is sent by itself at this time, or as soon as the store runs again after it. `invalid` for a
   * time that is past, else as `send`.
   */
  schedule(
    actor: StaffActor,
    id: number,
    { revision, sendAt }: { readonly revision: number; readonly sendAt: Date },
  ): Promise<Outcome<undefined>> {
    return this.#act(actor, id, async (tx, issue, audit) => {
      if (issue.state !== 'draft' && issue.state !== 'scheduled') return failSent;
      if (issue.revision !== revision) return failChanged;
      if (!(sendAt > this.#deps.clock())) {
        const sentence = 'Give a time in the future.';
        return fail('invalid', sentence, { sendAt: [sentence] });
      }
      await setIssueState(tx, id, { state: 'scheduled', sendAt });
      audit({ before: describeState(issue), after: describeState({ state: 'scheduled', sendAt }) });
      return ok(undefined);
    });
  }

  /** It is a draft again. `conflict` if it is not scheduled, `not-found`, `forbidden`. */
  unschedule(actor: StaffActor, id: number): Promise<Outcome<undefined>> {
    return this.#act(actor, id, async (tx, issue, audit) => {
      if (issue.state !== 'scheduled') return fail('conflict', 'This issue is not scheduled.');
      await setIssueState(tx, id, { state: 'draft', sendAt: null });
      audit({ before: describeState(issue), after: { state: 'draft' } });
      return ok(undefined);
    });
  }

  /** Nobody else gets it until sending is resumed. `conflict` if it is not being sent. */
  stop(actor: StaffActor, id: number): Promise<Outcome<undefined>> {
    return this.#act(actor, id, async (tx, issue, audit) => {
      if (issue.state !== 'sending') return fail('conflict', 'This issue is not being sent.');
      await setIssueState(tx, id, { state: 'stopped' });
      audit({ before: { state: 'sending' }, after: { state: 'stopped' } });
      return ok(undefined);
    });
  }

  /** Those who have not got it yet do. `conflict` if it is not stopped. */
  resume(actor: StaffActor, id: number): Promise<Outcome<undefined>> {
    return this.#act(actor, id, async (tx, issue, audit) => {
      if (issue.state !== 'stopped') return fail('conflict', 'This issue is not stopped.');
      await makeWaitingDue(tx, id, this.#deps.clock());
      await forgetAnswers(tx, id);
      await setIssueState(tx, id, { state: 'sending' });
      await this.#delivery.enqueue(tx, id);
      audit({ before: { state: 'stopped' }, after: { state: 'sending' } });
      return ok(undefined);
    });
  }

  /**
   * Who may or may not have it, `unclear`, or was given up, `failed`, is sent it again: one by id, or
   * all of them. Their number. `conflict` if nobody is left, or the issue is stopped.
   */
  sendAgain(
    actor: StaffActor,
    id: number,
    { state, recipientId }: { state: 'unclear' | 'failed'; recipientId: number | undefined },
  ): Promise<Outcome<{ recipients: number }>> {
    return this.#act(actor, id, async (tx, issue, audit) => {
      if (issue.state !== 'sent' && issue.state !== 'sending')
        return fail('conflict', 'Continue sending first.');
      const now = this.#deps.clock();
      const recipients = await requeueUnsettled(tx, id, { state, id: recipientId, now });
      if (recipients === 0) return fail('conflict', 'Nobody is left to send it to again.');
      await forgetAnswers(tx, id);
      await setIssueState(tx, id, { state: 'sending', finishedAt: null });
      await this.#delivery.enqueue(tx, id);
      audit({ before: { state: issue.state }, after: { state: 'sending', again: recipients } });
      return ok({ recipients });
    });
  }

  /** What the schedule does with an issue whose time has come: sending begins. */
  readonly act: ScheduledAct = {
    atOnce: 1,
    act: async ([id = 0], { now }) => {
      const cards = await this.#findCards(id);
      await this.#deps.db.transaction().execute(async (tx) => {
        const issue = await lockIssue(tx, id);
        if (issue?.state !== 'scheduled' || !issue.sendAt || issue.sendAt > now) return;
        const recipients = await this.#start(tx, issue, cards);
        await this.#deps.audit.record(tx, {
          actor: { programName: `the schedule of ${issue.changedBy ?? 'the demo'}` },
          ...attemptOn(id),
          change: { before: describeState(issue), after: { state: 'sending', recipients } },
        });
      });
    },
  };

  /** Job: continues issues that are being sent. */
  async sendDue(): Promise<void> {
    for (const id of await listIssuesAtWork(this.#deps.db))
      await this.#deps.db.transaction().execute((tx) => this.#delivery.enqueue(tx, id));
  }

  /** Leaves out what was withdrawn since it was chosen. */
  async #findCards(id: number): Promise<readonly IssueCard[]> {
    const issue = await findIssue(this.#deps.db, id);
    const cards = await this.#cards.find(issue?.cardKeys ?? []);
    return cards.filter((card) => card !== undefined);
  }

  async #start(tx: Tx, issue: Issue, cards: readonly IssueCard[]): Promise<number> {
    const { id, industryIds } = issue;
    const startedAt = this.#deps.clock();
    const recipients = await insertRecipients(tx, id, { industryIds, now: startedAt });
    await setIssueState(tx, id, { state: 'sending', sendAt: null, startedAt, cards });
    await this.#delivery.enqueue(tx, id);
    return recipients;
  }

  #act<T>(
    actor: StaffActor,
    id: number,
    work: (tx: Tx, issue: Issue, audit: (change: AuditChange) => void) => Promise<Outcome<T>>,
  ): Promise<Outcome<T>> {
    return this.#deps.staffActs.perform(actor, attemptOn(id), async (tx, audit) => {
      const issue = await lockIssue(tx, id);
      return issue ? work(tx, issue, audit) : noSuchIssue;
    });
  }
}

const attemptOn = (id: number) =>
  ({ verb, thing: { kind: 'newsletter-issue', id: String(id) } }) as const;

const failSent = fail('conflict', 'This issue was already sent.');
const failChanged = fail(
  'conflict',
  'This issue has changed in the meantime. Please check it again first.',
);

/** As the audit log has it. */
export const describeState = ({ state, sendAt }: Pick<Issue, 'state' | 'sendAt'>) => ({
  state,
  ...(sendAt ? { sendAt: sendAt.toISOString() } : {}),
});
