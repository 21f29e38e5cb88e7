import type { Deps } from '../deps.ts';
import { renderEmail, type Letterhead } from '../kernel/email-layout.ts';
import { fail, ok, type Outcome } from '../kernel/outcome.model.ts';
import type { StaffActor } from '../staff/model.ts';
import { refuseVerb } from '../staff/verbs.model.ts';
import { serviceNames, type ServiceName } from './services.model.ts';

type Checked = { readonly name: ServiceName; readonly isReal: boolean };

/** No order has such a number at the payment provider: asking for it only proves the login. */
const unknownProviderOrder = '0'.repeat(17);

/** The services that the store calls, and whether they answer. */
export class Services {
  readonly #deps: Deps;
  readonly #getLetterhead: () => Promise<Letterhead>;

  constructor(deps: Deps, getLetterhead: () => Promise<Letterhead>) {
    this.#deps = deps;
    this.#getLetterhead = getLetterhead;
  }

  /** Which of them are set in the environment. `forbidden`. */
  listServices(actor: StaffActor): Outcome<readonly Checked[]> {
    const refused = refuseVerb(actor, 'settings.edit', this.#deps.clock());
    if (refused) return refused;
    const { hasRealService } = this.#deps;
    return ok(serviceNames.map((name) => ({ name, isReal: hasRealService[name] })));
  }

  /**
   * Calls a service as the store does, in a way that changes nothing; for email, a test email goes
   * to the actor. Answers a sentence. `forbidden`, `unavailable` with what went wrong.
   */
  async testService(actor: StaffActor, name: ServiceName): Promise<Outcome<string>> {
    const attempt = { verb: 'settings.edit', thing: { kind: 'service', id: name } } as const;
    const allowed = await this.#deps.staffActs.perform(actor, attempt, async (_, audit) => {
      audit({ after: { isTested: true } });
      return ok(undefined);
    });
    if (!allowed.ok) return allowed;
    if (name === 'payments') return this.#testPayments();
    return name === 'email' ? this.#testEmail(actor) : this.#testCaptcha(actor);
  }

  async #testPayments(): Promise<Outcome<string>> {
    const found = await this.#deps.payments.getProviderOrder(unknownProviderOrder);
    return found.kind === 'unknown'
      ? fail('unavailable', `The call to PayPal failed: ${found.reason}.`)
      : ok('PayPal answers, and accepts our login.');
  }

  async #testEmail({ email, name }: StaffActor): Promise<Outcome<string>> {
    const { origin, clock } = this.#deps;
    const publisher = await this.#getLetterhead();
    const content = {
      to: email,
      publisher,
      origin,
      whenMailboxIsFull: 'send' as const,
      subject: `Test email of ${publisher.name}`,
      opening: [`Hello ${name},`, 'This is the test email that you asked for. Emails are sent.'],
      dedupeKey: `test-${clock().getTime()}`,
    };
    try {
      await this.#deps.email.send(renderEmail(content));
      return ok(`The mail server accepted a test email to ${email}.`);
    } catch (error) {
      this.#deps.log.warn({ error }, 'a test email could not be sent');
      const reason = error instanceof Error ? error.message : String(error);
      return fail('unavailable', `The test email could not be sent: ${reason.slice(0, 300)}`);
    }
  }

  /** A made-up token fails: that it is judged proves that our secret is right. */
  async #testCaptcha({ ip }: StaffActor): Promise<Outcome<string>> {
    const verdict = await this.#deps.captcha.verify('a-token-that-nobody-has', ip);
    return verdict === 'unavailable'
      ? fail('unavailable', 'The captcha service did not answer, or does not know our secret.')
      : ok('The captcha service answers, and knows our secret.');
  }
}
