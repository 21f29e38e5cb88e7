import { toMailboxKey } from '../../kernel/mailbox-key.ts';
import type { AuditOutcome } from '../../kernel/audit.ts';
import { fail, ok, type Outcome } from '../../kernel/outcome.model.ts';
import type { EmailOutcome } from '../../kernel/email-outcome.model.ts';
import { findEmailOutcome } from '../../kernel/outbox.store.ts';
import { toAnswerEmailId } from '../emails.ts';
import type { StaffActor } from '../../staff/model.ts';
import { isMasked } from '../../staff/verbs.model.ts';
import type { LeadKind } from '../lead-kinds.model.ts';
import { labelLeadField, leadFieldLabels } from '../lead-labels.model.ts';
import { listTyped } from '../../kernel/typed-text.store.ts';
import { toAnswerPlace } from '../../kernel/typed-text.model.ts';
import { listAnswers } from './answers.store.ts';
import type { PersonOrder } from '../../orders/views/person-order.model.ts';
import type { InboxDeps } from './deps.ts';
import type { EnquiryState } from './enquiry.model.ts';
import {
  findEnquiry,
  listEnquiriesOfMailbox,
  listHistory,
  listNotes,
  type EnquiryColumns,
} from './enquiry.store.ts';
import { toOwner, toReport, type EnquiryRow } from './list-enquiries.ts';
import { maskText } from '../../kernel/mask-text.ts';
import { maskPerson } from './mask-person.ts';

/** Another enquiry of the same mailbox. */
export type OtherEnquiry = {
  readonly id: number;
  readonly kind: LeadKind;
  readonly state: EnquiryState;
  readonly createdAt: Date;
  readonly reportCode: string | null;
  /** The same person asks for the same thing. */
  readonly isSame: boolean;
};

/** An enquiry with everything around it. Masked for viewers, texts left out. */
export type Enquiry = Omit<EnquiryRow, 'sameCount'> & {
  readonly isMasked: boolean;
  /** Label and value of every field, as it was typed. */
  readonly fields: readonly (readonly [label: string, value: string])[];
  readonly pagePath: string;
  /** The sentence that the visitor agreed to; null if the form had none. */
  readonly consent: string | null;
  readonly consentAt: Date | null;
  readonly cv: { readonly name: string; readonly mediaType: string } | undefined;
  readonly notes: readonly {
    readonly id: number;
    readonly author: string;
    readonly body: string;
    readonly createdAt: Date;
  }[];
  readonly answers: readonly {
    readonly id: number;
    readonly author: string;
    readonly subject: string;
    readonly body: string;
    readonly sentAt: Date;
    /** The email's outcome. */
    readonly delivery: EmailOutcome;
  }[];
  /** Staff's acts on it, oldest first. */
  readonly history: readonly {
    readonly at: Date;
    readonly actorName: string;
    readonly verb: string;
    readonly outcome: AuditOutcome;
    readonly refusal: string | null;
    readonly after: unknown;
  }[];
  /** The actor's own draft. */
  readonly draft: { readonly subject: string; readonly body: string } | undefined;
  /** Others who are writing an answer, the latest first. */
  readonly writers: readonly { readonly name: string; readonly savedAt: Date }[];
  readonly others: readonly OtherEnquiry[];
  readonly orders: readonly PersonOrder[];
};

/** Reads one enquiry for staff. */
export class EnquiryReading {
  readonly #deps: InboxDeps;

  constructor(deps: InboxDeps) {
    this.#deps = deps;
  }

  async #listAnswers(leadId: number): Promise<Enquiry['answers']> {
    const { db, clock, origin } = this.#deps;
    const answers = await listAnswers(db, leadId);
    return Promise.all(
      answers.map(async (answer) => {
        const messageId = toAnswerEmailId(leadId, answer.id, origin);
        return { ...answer, delivery: await findEmailOutcome(db, messageId, clock()) };
      }),
    );
  }

  /**
   * Returns all enquiries from the email address. The caller has checked that staff may see them.
   */
  listByEmail(email: string) {
    return listEnquiriesOfMailbox(this.#deps.db, toMailboxKey(email));
  }

  /** `forbidden`, or `not-found`. */
  async read(actor: StaffActor, id: number): Promise<Outcome<Enquiry>> {
    const { db } = this.#deps;
    const thing = { kind: 'enquiry', id: String(id) };
    const refusal = await this.#deps.staffActs.refuse(actor, { verb: 'enquiry.read', thing });
    if (refusal) return refusal;
    const row = await findEnquiry(db, id);
    if (!row) return fail('not-found', 'There is no such enquiry.');
    const masked = isMasked(actor.role);
    const [notes, answers, history, typed, others] = await Promise.all([
      listNotes(db, id),
      this.#listAnswers(id),
      listHistory(db, id),
      listTyped(db, toAnswerPlace(id)),
      listEnquiriesOfMailbox(db, row.mailbox, id),
    ]);
    const emails = [row.email, ...others.map(({ email }) => email)];
    const drafts = typed.flatMap(({ fields: { subject = '', body = '' }, ...draft }) =>
      body.trim() === '' ? [] : [{ ...draft, subject, body }],
    );
    const orders = await this.#deps.listOrdersByEmails([...new Set(emails)]);
    return ok({
      ...describe(row, masked),
      notes: masked ? [] : notes,
      answers: masked ? [] : answers,
      history,
      draft: masked ? undefined : drafts.find(({ staffId }) => staffId === actor.staffId),
      writers: drafts
        .filter(({ staffId }) => staffId !== actor.staffId)
        .map(({ author, typedAt }) => ({ name: author, savedAt: typedAt })),
      others: others.map(({ email: _email, reportId, ...other }) => ({
        ...other,
        isSame: other.kind === row.kind && reportId === row.reportId && other.state !== 'spam',
      })),
      orders,
    });
  }
}

/** The enquiry and its sender. Masked, the texts of the visitor are left out. */
function describe(row: EnquiryColumns, masked: boolean) {
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    ...maskPerson(row, masked),
    isMasked: masked,
    report: toReport(row),
    owner: toOwner(row),
    followUpOn: row.followUpOn,
    createdAt: row.createdAt,
    firstAnsweredAt: row.firstAnsweredAt,
    erasedAt: row.erasedAt,
    hasCv: row.cvKey !== null,
    fields: listFields(row.fields, masked),
    pagePath: row.pagePath,
    consent: row.consent,
    consentAt: row.consentAt,
    cv:
      row.cvKey === null
        ? undefined
        : {
            name: masked ? maskText(row.cvName ?? '') : (row.cvName ?? ''),
            mediaType: row.cvType ?? '',
          },
  };
}

/** Fields that say nothing about a person. */
const impersonalFields: readonly string[] = ['country', 'position'];

const listFields = (
  fields: EnquiryColumns['fields'],
  masked: boolean,
): (readonly [label: string, value: string])[] =>
  Object.entries(fields)
    .filter(([field]) => !masked || impersonalFields.includes(field))
    .toSorted(([a], [b]) => rankField(a) - rankField(b))
    .map(([field, value]) => [labelLeadField(field, value) ?? field, value]);

/** The database keeps fields in an order of its own. */
const rankField = (field: string): number => fieldOrder.indexOf(field) + 1 || fieldOrder.length + 1;
const fieldOrder = Object.keys(leadFieldLabels);
