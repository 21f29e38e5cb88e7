import type { RichText } from '../../catalogue/rich-text/rich-text.model.ts';
import { renderRichTextHtml } from '../../catalogue/rich-text/rich-text-html.model.ts';
import type { Email, Tx } from '../../deps.ts';
import { changedFields, hasValues } from '../../kernel/changed-fields.ts';
import { judgeEmailError, type JudgedEmail } from '../../kernel/email-failure.ts';
import { failChangedSince } from '../../kernel/edit-revision.ts';
import { failWithFieldErrors, parseForm, type FormInput } from '../../kernel/form-fields.ts';
import {
  readListStart,
  rowsPerListPage,
  toListPage,
  type ListPage,
} from '../../kernel/list-page.ts';
import { fail, ok, type Outcome, type Refusal } from '../../kernel/outcome.model.ts';
import type { WantedList } from '../../kernel/wanted-list.model.ts';
import type { StaffActor } from '../../staff/model.ts';
import { readCardKeys, type IssueCards } from './cards.ts';
import type { IssueDeps } from './deps.ts';
import {
  issueForm,
  issueStates,
  maxCards,
  type Issue,
  type IssueContent,
  type IssueRow,
  type RecipientCounts,
  type UnsettledRecipient,
} from './issue.model.ts';
import * as store from './issues.store.ts';
import {
  countAudience,
  countRecipientsByIssue,
  countsOf,
  listUnsettled,
} from './recipients.store.ts';
import { renderIssueEmail } from './render-issue.ts';

/** An issue with what its page shows beside it. */
export type IssueDetail = {
  readonly issue: Issue;
  /** The text as the form has it. */
  readonly bodyHtml: string;
  readonly counts: RecipientCounts;
  /** How many it would go to now. */
  readonly audience: number;
  /** Whom it did not certainly reach: the first hundred. */
  readonly unsettled: readonly UnsettledRecipient[];
};

const verb = 'newsletter.edit';
const maxUnsettled = 100;
/** In the links of a preview, which lead nowhere. */
const sampleToken = 'a-link-of-their-own';

/** Issues of the newsletter, while they are written. */
export class NewsletterIssues {
  readonly #deps: IssueDeps;
  readonly #cards: IssueCards;

  constructor(deps: IssueDeps, cards: IssueCards) {
    this.#deps = deps;
    this.#cards = cards;
  }

  /** One page of issues, newest first; filter `state`. `forbidden`. */
  async list(actor: StaffActor, wanted: WantedList): Promise<Outcome<ListPage<IssueRow>>> {
    const { db } = this.#deps;
    const refusal = await this.#deps.staffActs.refuse(actor, attemptOn('list'));
    if (refusal) return refusal;
    const state = issueStates.find((known) => known === wanted.filters['state']);
    const start = readListStart(wanted, 'none');
    const rows = await store.listIssueRows(db, state, { start, limit: rowsPerListPage + 1 });
    const ids = rows.map(({ id }) => id);
    const counts = await countRecipientsByIssue(db, ids);
    const counted = rows.map((row) => ({ ...row, counts: countsOf(counts, row.id) }));
    return ok(toListPage({ rows: counted, start, count: await store.countIssues(db, state) }));
  }

  /**
   * Issues that stopped by themselves, with what the mail server said; the newest first.
   * `forbidden`.
   */
  async listStopped(actor: StaffActor) {
    const refusal = await this.#deps.staffActs.refuse(actor, attemptOn('list'));
    return refusal ?? ok(await store.listStoppedIssues(this.#deps.db));
  }

  /** `forbidden`, `not-found`. */
  async get(actor: StaffActor, id: number): Promise<Outcome<IssueDetail>> {
    const { db } = this.#deps;
    const refusal = await this.#deps.staffActs.refuse(actor, attemptOn(id));
    if (refusal) return refusal;
    const issue = await store.findIssue(db, id);
    if (!issue) return noSuchIssue;
    return ok({
      issue,
      bodyHtml: renderRichTextHtml(issue.body),
      counts: countsOf(await countRecipientsByIssue(db, [id]), id),
      audience: await countAudience(db, issue.industryIds),
      unsettled: await listUnsettled(db, id, maxUnsettled),
    });
  }

  /** Industries that an issue can be for, in the publisher's order. `forbidden`. */
  async listIndustries(actor: StaffActor) {
    const refusal = await this.#deps.staffActs.refuse(actor, attemptOn('new'));
    return refusal ?? ok(await store.listIndustryNames(this.#deps.db));
  }

  /**
   * A new draft; its id, also of a form that was sent twice. `invalid` at the wrong fields,
   * `forbidden`.
   */
  async create(actor: StaffActor, form: FormInput): Promise<Outcome<{ id: number }>> {
    const content = await this.#readForm(actor, 'new', form);
    if (!content.ok) return content;
    const attempt = { verb, kind: 'newsletter-issue' } as const;
    return this.#deps.staffActs.create(actor, attempt, async (tx, audit) => {
      const id = await store.insertIssue(tx, content.value, this.#madeBy(actor));
      audit({ after: { id, ...toAuditFields(content.value) } });
      return ok({ id });
    });
  }

  /**
   * The draft says what the form does. `invalid` at the wrong fields; `conflict` if it is
   * scheduled or sent, or was changed since `revision`; `not-found`, `forbidden`.
   */
  async change(actor: StaffActor, id: number, form: FormInput): Promise<Outcome<undefined>> {
    const content = await this.#readForm(actor, id, form);
    if (!content.ok) return content;
    return this.#deps.staffActs.perform(actor, attemptOn(id), async (tx, audit) => {
      const before = await store.lockIssue(tx, id);
      const refusal = refuseChange(before, Number(form['revision']), content.value);
      if (refusal || !before) return refusal ?? noSuchIssue;
      // A form whose answer was lost is sent again: it says the same, and is no other revision.
      if (hasValues(before, content.value)) return ok(undefined);
      await store.updateIssueContent(tx, id, content.value, this.#madeBy(actor));
      const fields = changedFields(toAuditFields(before), toAuditFields(content.value));
      audit({ ...fields, after: { ...fields.after, revision: before.revision + 1 } });
      return ok(undefined);
    });
  }

  /** The draft is gone. `conflict` if it is not one, `not-found`, `forbidden`. */
  remove(actor: StaffActor, id: number): Promise<Outcome<undefined>> {
    return this.#deps.staffActs.perform(actor, attemptOn(id), async (tx, audit) => {
      const before = await store.lockIssue(tx, id);
      if (!before) return noSuchIssue;
      if (before.state !== 'draft') return fail('conflict', 'Only a draft can be deleted.');
      await store.deleteIssue(tx, id);
      audit({ before: toAuditFields(before) });
      return ok(undefined);
    });
  }

  /** The email as a subscriber would get it now. `not-found`, `forbidden`. */
  async preview(actor: StaffActor, id: number): Promise<Outcome<Email>> {
    const refusal = await this.#deps.staffActs.refuse(actor, attemptOn(id));
    if (refusal) return refusal;
    const issue = await store.findIssue(this.#deps.db, id);
    return issue ? ok(await this.#render(issue, actor, sampleToken)) : noSuchIssue;
  }

  /**
   * The email as it is now goes to the actor alone, with "[Test]" before its subject. `not-found`,
   * `forbidden`; `unavailable` if the mail server did not take it.
   */
  async sendTest(actor: StaffActor, id: number): Promise<Outcome<undefined>> {
    const { db, email, log } = this.#deps;
    const issue = await store.findIssue(db, id);
    if (!issue) return noSuchIssue;
    const allowed = await this.#deps.staffActs.perform(actor, attemptOn(id), async (_, audit) => {
      audit({ after: { isTestSent: true } });
      return ok(undefined);
    });
    if (!allowed.ok) return allowed;
    try {
      await email.send(await this.#render({ ...issue, subject: `[Test] ${issue.subject}` }, actor));
      return ok(undefined);
    } catch (error) {
      log.warn({ error, issueId: id }, 'a test of the newsletter could not be sent');
      return failTest(judgeEmailError(error));
    }
  }

  async #render(issue: Issue, { email }: StaffActor, token?: string): Promise<Email> {
    const { db, clock, getPublisher } = this.#deps;
    const fixed = await store.readFixedCards(db, issue.id);
    const found = fixed ?? (await this.#cards.find(issue.cardKeys));
    const cards = found.filter((card) => card !== undefined);
    const dedupeKey = `issue-${issue.id}-test-${clock().getTime()}`;
    const recipient = { to: email, token, dedupeKey };
    return renderIssueEmail({ ...issue, cards }, recipient, await getPublisher());
  }

  #madeBy({ staffId }: StaffActor) {
    return { changedAt: this.#deps.clock(), changedBy: staffId };
  }

  /** The text as a tree: nothing of a script is left. */
  async #readForm(
    actor: StaffActor,
    id: number | 'new',
    form: FormInput,
  ): Promise<Outcome<IssueContent>> {
    const refusal = await this.#deps.staffActs.refuse(actor, attemptOn(id));
    if (refusal) return refusal;
    const parsed = parseForm(issueForm, form);
    if (!parsed.ok) return parsed;
    const { subject, preheader, cards } = parsed.value;
    const cardKeys = readCardKeys(cards, this.#deps.origin);
    if (cardKeys.length > maxCards)
      return failWithFieldErrors({ cards: [`Choose ${maxCards} at most.`] });
    const found = await this.#cards.find(cardKeys);
    const unknown = cardKeys.filter((_, index) => !found[index]);
    if (unknown.length > 0)
      return failWithFieldErrors({ cards: [`Nothing is published at ${unknown.join(', ')}.`] });
    const body = this.#deps.html.readRichText(parsed.value.body);
    if (body.length === 0) return failWithFieldErrors({ body: ['Please give a text.'] });
    const industries = await store.listIndustryNames(this.#deps.db);
    const industryIds = industries
      .map((industry) => industry.id)
      .filter((industryId) => form[`industry-${industryId}`]);
    return ok({ subject, preheader, body, cardKeys, industryIds });
  }
}

const attemptOn = (id: number | 'new' | 'list') =>
  ({ verb, thing: { kind: 'newsletter-issue', id: String(id) } }) as const;

export const noSuchIssue = fail('not-found', 'There is no such issue.');

const refuseChange = (
  issue: Issue | undefined,
  revision: number,
  typed: IssueContent,
): Refusal | undefined => {
  if (!issue) return noSuchIssue;
  if (issue.state === 'scheduled')
    return fail('conflict', 'It is scheduled: cancel the schedule before you change it.');
  if (issue.state !== 'draft') return fail('conflict', 'It was sent, and can’t be changed.');
  return issue.revision === revision || hasValues(issue, typed)
    ? undefined
    : failChangedSince(issue.changedBy ?? '');
};

/** The values that the audit log keeps, and from which a change is undone. */
export const toAuditFields = ({
  subject,
  preheader,
  body,
  cardKeys,
  industryIds,
}: IssueContent) => ({
  subject,
  preheader,
  body: JSON.stringify(body),
  cards: cardKeys.join('\n'),
  industries: industryIds.join(','),
});

/** The content that the audit log kept. */
export const fromAuditFields = (fields: ReturnType<typeof toAuditFields>): IssueContent => ({
  subject: fields.subject,
  preheader: fields.preheader,
  body: JSON.parse(fields.body) as RichText,
  cardKeys: fields.cards.split('\n').filter((key) => key !== ''),
  industryIds: fields.industries
    .split(',')
    .filter((id) => id !== '')
    .map(Number),
});

/** In `tx`: the draft says this again. */
export const writeContent = (
  tx: Tx,
  id: number,
  content: IssueContent,
  changedAt: Date,
): Promise<void> => store.updateIssueContent(tx, id, content, { changedAt });

const testFailures: Readonly<Record<Exclude<JudgedEmail['outcome'], 'unclear'>, string>> = {
  address: 'The mail server refused your address',
  sender: 'The mail server refuses this store',
  later: 'The mail server did not take the test',
};

/** Why a test did not arrive, or may not have. */
const failTest = ({ outcome, reason }: JudgedEmail): Refusal =>
  fail(
    'unavailable',
    outcome === 'unclear'
      ? 'The mail server’s answer was lost: the test may have arrived.'
      : `${testFailures[outcome]}: ${reason}`,
  );
