import type { Tx } from '../deps.ts';
import { parseForm, type FormInput } from '../kernel/form-fields.ts';
import { ok, type Outcome } from '../kernel/outcome.model.ts';
import type { AbuseCheck } from './abuse-check.ts';
import type { LeadDeps } from './deps.ts';
import {
  alreadySubscribedEmail,
  newsletterConfirmationEmail,
  newsletterWelcomeEmail,
} from './newsletter-emails.ts';
import {
  newsletterConsentText,
  subscriberForm,
  type SubmissionResult,
  type Visitor,
} from './model.ts';
import {
  findSubscriber,
  listIndustryChoices,
  lockSubscriber,
  markConfirmed,
  markUnsubscribed,
  renewRequest,
  replaceIndustries,
  upsertSubscriber,
  type Subscriber,
} from './subscribers.store.ts';
import { describeSubmission } from './submission.model.ts';
import type { SubscriptionState } from './subscribers/subscriber.model.ts';

export type Subscription = {
  readonly email: string;
  readonly state: SubscriptionState;
  /** All industries, and which of them were chosen. */
  readonly industries: readonly {
    readonly id: number;
    readonly name: string;
    readonly isChosen: boolean;
  }[];
};

/** Subscriptions with double opt-in: an email is on the list once its owner has confirmed it. */
export class Newsletter {
  readonly #deps: LeadDeps;
  readonly #abuseCheck: AbuseCheck;

  constructor(deps: LeadDeps, abuseCheck: AbuseCheck) {
    this.#deps = deps;
    this.#abuseCheck = abuseCheck;
  }

  /**
   * Emails a link to confirm the subscription, one an hour at most; an address that is subscribed
   * already is told so. The answer is the same for both, and what it leaves for other emails to the
   * mailbox. `invalid`, `rate-limited`, `unavailable`.
   */
  async subscribe(form: FormInput, visitor: Visitor): Promise<Outcome<SubmissionResult>> {
    const parsed = parseForm(subscriberForm, form);
    if (!parsed.ok) return parsed;
    const { email, turnstile_token } = parsed.value;
    const refusal = await this.#abuseCheck.checkForm(turnstile_token, email, visitor);
    if (refusal) return refusal;
    const { db, clock, vault } = this.#deps;
    const requestedAt = clock();
    const consent = newsletterConsentText;
    const publisher = await this.#deps.getPublisher();
    const delivery = await db.transaction().execute(async (tx) => {
      const { sealed: token } = this.#deps.secrets.createToken();
      const subscriber = await upsertSubscriber(tx, { email, token, consent, requestedAt });
      const isSubscribed = subscriber.state === 'confirmed';
      if (!isSubscribed) await renewRequest(tx, subscriber.id, { consent, requestedAt });
      const build = isSubscribed ? alreadySubscribedEmail : newsletterConfirmationEmail;
      const opened = { ...subscriber, email, token: vault.open(subscriber.token) };
      return this.#deps.emails.queue(tx, build(opened, publisher, requestedAt));
    });
    return ok(describeSubmission('newsletter', delivery));
  }

  /** The subscription behind a link; undefined for a link that is not ours. */
  async getSubscription(token: string): Promise<Subscription | undefined> {
    const { db, secrets } = this.#deps;
    const storedTokens = secrets.listStored(token);
    const subscriber = storedTokens && (await findSubscriber(db, storedTokens));
    if (!subscriber) return undefined;
    const { email, state, id } = subscriber;
    return { email, state, industries: await listIndustryChoices(db, id) };
  }

  /**
   * Confirms the subscription; where industries are given, issues for others are not sent. False for
   * a link that is not ours.
   */
  async confirmSubscription(token: string, industryIds?: readonly number[]): Promise<boolean> {
    const publisher = await this.#deps.getPublisher();
    return this.#update(token, async (tx, subscriber) => {
      if (industryIds) await replaceIndustries(tx, subscriber.id, industryIds);
      if (subscriber.state === 'confirmed') return;
      const now = this.#deps.clock();
      await markConfirmed(tx, subscriber.id, now);
      await this.#deps.emails.queue(
        tx,
        newsletterWelcomeEmail({ ...subscriber, token }, publisher, now),
      );
      const data = { email: subscriber.email, confirmedAt: now.toISOString() };
      await this.#deps.events.emit(tx, [{ type: 'subscriber.confirmed', data }]);
    });
  }

  /** Issues for other industries are not sent; without any, all are. False for an unknown link. */
  chooseIndustries(token: string, industryIds: readonly number[]): Promise<boolean> {
    return this.#update(token, (tx, { id }) => replaceIndustries(tx, id, industryIds));
  }

  /** Ends the subscription. False for a link that is not ours. */
  unsubscribe(token: string): Promise<boolean> {
    return this.#update(token, async (tx, { id, state }) => {
      if (state !== 'unsubscribed') await markUnsubscribed(tx, id, this.#deps.clock());
    });
  }

  async #update(
    token: string,
    applyChange: (tx: Tx, subscriber: Subscriber) => Promise<void>,
  ): Promise<boolean> {
    const storedTokens = this.#deps.secrets.listStored(token);
    if (!storedTokens) return false;
    return this.#deps.db.transaction().execute(async (tx) => {
      const subscriber = await lockSubscriber(tx, storedTokens);
      if (subscriber) await applyChange(tx, subscriber);
      return subscriber !== undefined;
    });
  }
}
