import { getListPrice } from '../../catalogue/reports/licence.model.ts';
import type { Tx } from '../../deps.ts';
import type { EmailOutcome } from '../../kernel/email-outcome.model.ts';
import { formatMinuteIn } from '../../kernel/time-zone.model.ts';
import { failWithFieldErrors, parseForm, type FormInput } from '../../kernel/form-fields.ts';
import { formatPrice } from '../../kernel/money.model.ts';
import { fail, ok, type Outcome, type Refusal } from '../../kernel/outcome.model.ts';
import { toPlainName } from '../../kernel/plain-name.ts';
import type { StaffActor } from '../../staff/model.ts';
import { answerEmail } from '../emails.ts';
import { dropTyped, endTyped } from '../../kernel/typed-text.store.ts';
import { readPageKey, toAnswerPlace } from '../../kernel/typed-text.model.ts';
import { insertAnswer, listAnswers } from './answers.store.ts';
import type { InboxDeps } from './deps.ts';
import { answerForm, listPlaceholders, type PlaceholderValues } from './enquiry.model.ts';
import { findEnquiry, lockEnquiry, updateEnquiries, type LockedEnquiry } from './enquiry.store.ts';

/** Writes and sends answers. */
export class EnquiryAnswers {
  readonly #deps: InboxDeps;

  constructor(deps: InboxDeps) {
    this.#deps = deps;
  }

  /** Returns the values of the placeholders in answers to this enquiry. `forbidden`, `not-found`. */
  async getPlaceholderValues(actor: StaffActor, id: number): Promise<Outcome<PlaceholderValues>> {
    const refusal = await this.#deps.staffActs.refuse(actor, toAttempt(id));
    if (refusal) return refusal;
    const enquiry = await findEnquiry(this.#deps.db, id);
    if (!enquiry) return failNotFound;
    // The visitor may have typed anything as a name: only one that looks like one is repeated.
    const name = toPlainName(enquiry.name) ?? 'there';
    return ok({ name, ...(await this.#getReportValues(enquiry.reportId)) });
  }

  /**
   * Emails the answer, with replies to sales, and says what becomes of the email; the enquiry is
   * answered, and the actor's own where it was nobody's. `conflict` where somebody answered since
   * the form was opened (it says who and when: with the newest answer as seen the form goes
   * through), and for spam; `invalid` for a placeholder that is still in the text; `forbidden`,
   * `not-found`.
   */
  async sendAnswer(
    actor: StaffActor,
    id: number,
    form: FormInput,
  ): Promise<Outcome<{ readonly to: string; readonly delivery: EmailOutcome }>> {
    const refused = await this.#deps.staffActs.refuse(actor, toAttempt(id));
    if (refused) return refused;
    const parsed = parseForm(answerForm, form);
    if (!parsed.ok) return parsed;
    const answer = parsed.value;
    const unfilled = refuseUnfilled(answer);
    if (unfilled) return unfilled;
    const publisher = await this.#deps.getPublisher();
    return this.#deps.staffActs.perform(actor, toAttempt(id), async (tx, audit) => {
      const enquiry = await lockEnquiry(tx, id);
      if (!enquiry) return failNotFound;
      const refusal = await refuseAnswer(tx, enquiry, answer.seenAnswerId, publisher.timeZone);
      if (refusal) return refusal;
      const { subject, body } = answer;
      const answerId = await this.#recordAnswer(tx, actor, enquiry, { subject, body });
      const email = { id: answerId, leadId: id, to: enquiry.email, subject, body };
      const delivery = await this.#deps.emails.queue(tx, answerEmail(email, publisher));
      audit({ before: { state: enquiry.state }, after: { state: 'answered', answerId } });
      return ok({ to: enquiry.email, delivery });
    });
  }

  async #getReportValues(reportId: number | null): Promise<PlaceholderValues> {
    const { catalogue, origin } = this.#deps;
    const report =
      reportId === null ? undefined : await catalogue.reports.getForSale({ id: reportId });
    if (!report) return {};
    const price = formatPrice(getListPrice(report.prices), await this.#deps.getCurrency());
    const values = { report: report.title, link: `${origin}/${report.slug}` };
    return price === '' ? values : { ...values, price };
  }

  async #recordAnswer(
    tx: Tx,
    { staffId, formKey }: StaffActor,
    enquiry: LockedEnquiry,
    text: { subject: string; body: string },
  ): Promise<number> {
    const leadId = enquiry.id;
    const sentAt = this.#deps.clock();
    const { id } = await insertAnswer(tx, { leadId, staffId, sentAt, ...text });
    await updateEnquiries(tx, [leadId], {
      state: 'answered',
      ownerId: enquiry.ownerId ?? staffId,
      followUpOn: null,
      firstAnsweredAt: enquiry.firstAnsweredAt ?? sentAt,
    });
    const typed = { staffId, place: toAnswerPlace(leadId), formKey: readPageKey(formKey) };
    await dropTyped(tx, typed);
    await endTyped(tx, typed, sentAt);
    return id;
  }
}

const toAttempt = (id: number) =>
  ({ verb: 'enquiry.answer', thing: { kind: 'enquiry', id: String(id) } }) as const;

const failNotFound = fail('not-found', 'There is no such enquiry.');

/** `invalid` at the field in which a placeholder was not replaced. */
function refuseUnfilled(answer: { subject: string; body: string }): Refusal | undefined {
  const errors = (['subject', 'body'] as const).flatMap((field) =>
    listPlaceholders(answer[field]).map((name) => [
      field,
      [`Please replace ${name}: there is no value for it.`],
    ]),
  );
  return errors.length === 0 ? undefined : failWithFieldErrors(Object.fromEntries(errors));
}

async function refuseAnswer(
  tx: Tx,
  enquiry: LockedEnquiry,
  seenAnswerId: number,
  zone: string,
): Promise<Refusal | undefined> {
  if (enquiry.erasedAt)
    return fail('conflict', 'This person’s data was erased, so there is nobody to write to.');
  if (enquiry.state === 'spam')
    return fail('conflict', 'This enquiry is marked as spam. Reopen it to answer it.');
  const last = (await listAnswers(tx, enquiry.id)).at(-1);
  if (!last || last.id === seenAnswerId) return undefined;
  return fail(
    'conflict',
    `${last.author} answered on ${formatMinuteIn(last.sentAt, zone)}. Please read that answer; send ` +
      'again if yours should go too.',
  );
}
