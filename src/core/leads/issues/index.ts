import type { ScheduledActs } from '../../kernel/schedule.ts';
import { IssueCards } from './cards.ts';
import { IssueDelivery } from './deliver-issue.ts';
import type { IssueDeps } from './deps.ts';
import { NewsletterIssues } from './issues.ts';
import { IssueSending } from './send-issue.ts';
import { IssueUndo } from './undo-issue.ts';

/** The newsletter's issues: written, previewed and sent. */
export class Issues {
  readonly editing: NewsletterIssues;
  readonly sending: IssueSending;
  readonly undo: IssueUndo;
  readonly #delivery: IssueDelivery;

  constructor(deps: IssueDeps) {
    const cards = new IssueCards(deps);
    this.#delivery = new IssueDelivery(deps);
    this.editing = new NewsletterIssues(deps, cards);
    this.sending = new IssueSending(deps, cards, this.#delivery);
    this.undo = new IssueUndo(deps);
  }

  get scheduled(): ScheduledActs<'newsletterIssue'> {
    return { newsletterIssue: this.sending.act };
  }

  /** Jobs of the worker. */
  get jobs() {
    return {
      'newsletter.sendDue': () => this.sending.sendDue(),
      'newsletter.send': ({ id }: { readonly id: number }) => this.#delivery.sendSome(id),
    };
  }
}
