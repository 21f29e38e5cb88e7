import { createHash } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Tx } from '../deps.ts';
import type { DB } from '../kernel/database-types.ts';
import { toMailboxKey } from '../kernel/mailbox-key.ts';
import type { EmailOutcome } from '../kernel/email-outcome.model.ts';
import type { Publisher } from '../kernel/email-layout.ts';
import { findEmailOutcome } from '../kernel/outbox.store.ts';
import { failRateLimited, ok, type Outcome } from '../kernel/outcome.model.ts';
import { cleanText } from '../kernel/clean-text.model.ts';
import type { Cv } from './cv-upload.ts';
import type { LeadDeps } from './deps.ts';
import {
  listEmailIds,
  salesNotificationEmail,
  visitorReplyEmail,
  type LeadDetails,
} from './emails.ts';
import { findLeadSince, insertLead, lockFingerprint } from './leads.store.ts';
import { duplicateWindowMs, type LeadKind, type SubmissionResult, type Visitor } from './model.ts';
import type { SampleLinks } from './sample-link.ts';
import { describeSubmission } from './submission.model.ts';

export type NewLead = {
  readonly kind: LeadKind;
  readonly name: string;
  readonly email: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly visitor: Visitor;
  /** The sentence that the visitor agreed to, where the form had one. */
  readonly consent: string | undefined;
  readonly report?: {
    readonly id: number;
    readonly title: string;
    readonly code: string;
    readonly slug: string;
  };
  readonly cv?: Cv & { readonly sha256: string };
};

type StoredCv = { readonly key: string; readonly name: string; readonly mediaType: string };

/** Stores leads of every kind, once each, with the emails that follow. */
export class LeadCreation {
  readonly #deps: LeadDeps;
  readonly #sampleLinks: SampleLinks;

  constructor(deps: LeadDeps, sampleLinks: SampleLinks) {
    this.#deps = deps;
    this.#sampleLinks = sampleLinks;
  }

  /**
   * Stores the lead and emails sales and the visitor; the answer says what becomes of the visitor's
   * email. The same lead again within a day succeeds too, without another row or email.
   * `rate-limited` for a sample where so many wait for its mailbox that it would not be sent.
   */
  async create(newLead: NewLead): Promise<Outcome<SubmissionResult>> {
    const { db, clock } = this.#deps;
    const now = clock();
    const publisher = await this.#deps.getPublisher();
    const fingerprint = computeFingerprint(newLead);
    const duplicatesSince = new Date(now.getTime() - duplicateWindowMs);
    const cv = await this.#storeCv(newLead);
    return db.transaction().execute(async (tx): Promise<Outcome<SubmissionResult>> => {
      await lockFingerprint(tx, fingerprint);
      const earlierId = await findLeadSince(tx, fingerprint, duplicatesSince);
      if (earlierId !== undefined) {
        const [, replyId = ''] = listEmailIds(earlierId, publisher.origin);
        return ok(describeSubmission(newLead.kind, await findEmailOutcome(tx, replyId, now)));
      }
      if (newLead.kind === 'sample' && !isOwnAddress(newLead)) {
        const waitSeconds = await this.#deps.emails.findFullMailbox(tx, newLead.email);
        if (waitSeconds !== undefined) return failRateLimited(waitSeconds, fullMailboxMessage);
      }
      const id = await insertLead(tx, toRow(newLead, { now, fingerprint, cv }));
      const delivery = await this.#queueEmails(tx, newLead, { id, publisher });
      const data = { id, kind: newLead.kind, reportCode: newLead.report?.code ?? null };
      await this.#deps.events.emit(tx, [{ type: 'enquiry.created', data }]);
      return ok(describeSubmission(newLead.kind, delivery));
    });
  }

  /** The outcome of the visitor's email. */
  async #queueEmails(
    tx: Tx,
    newLead: NewLead,
    { id, publisher }: { readonly id: number; readonly publisher: Publisher },
  ): Promise<EmailOutcome> {
    const details = this.#toDetails(id, newLead);
    const sampleUrl =
      newLead.kind === 'sample' && newLead.report
        ? this.#sampleLinks.createUrl(newLead.report.code)
        : undefined;
    await this.#deps.emails.queue(tx, salesNotificationEmail(details, publisher));
    const { whenMailboxIsFull, ...reply } = visitorReplyEmail(details, publisher, sampleUrl);
    const counted = isOwnAddress(newLead) || !whenMailboxIsFull ? {} : { whenMailboxIsFull };
    return this.#deps.emails.queue(tx, { ...reply, ...counted });
  }

  /** Runs before the row is written: a row without its file would be worse than the reverse. */
  async #storeCv({ cv }: NewLead): Promise<StoredCv | undefined> {
    if (!cv) return undefined;
    const { files, generateSecret } = this.#deps;
    const key = `cv/${generateSecret()}.${cv.extension}`;
    await files.put(key, cv.file.openStream());
    return { key, name: nameCv(cv), mediaType: cv.mediaType };
  }

  #toDetails(id: number, { kind, name, email, fields, visitor, report, cv }: NewLead): LeadDetails {
    return {
      id,
      kind,
      name,
      email,
      fields: cv ? { ...fields, cv: 'Stored with the application' } : fields,
      pagePath: visitor.pagePath,
      report: report && {
        title: report.title,
        code: report.code,
        url: `${this.#deps.origin}/${report.slug}`,
      },
    };
  }
}

const fullMailboxMessage =
  'So many emails wait for this address that the sample would not be sent today. Please try again ' +
  'later, or write to us.';

/** Of a customer who is logged in: nobody else asks for their emails. */
const isOwnAddress = ({ email, visitor }: NewLead): boolean =>
  visitor.ownEmail?.toLowerCase() === email.toLowerCase();

function toRow(
  { kind, name, email, fields, visitor, report, consent }: NewLead,
  { now, fingerprint, cv }: { now: Date; fingerprint: string; cv: StoredCv | undefined },
): Insertable<DB['lead']> {
  return {
    kind,
    createdAt: now,
    name,
    email,
    mailbox: toMailboxKey(email),
    fields,
    pagePath: visitor.pagePath,
    reportId: report?.id ?? null,
    fingerprint,
    consent: consent ?? null,
    consentAt: consent ? now : null,
    cvKey: cv?.key ?? null,
    cvName: cv?.name ?? null,
    cvType: cv?.mediaType ?? null,
  };
}

/** The same for leads of the same kind, email, fields, report and CV. */
function computeFingerprint({ kind, email, fields, report, cv }: NewLead): string {
  const sortedFields = Object.entries(fields).toSorted(([a], [b]) => a.localeCompare(b));
  const identity = [kind, email.toLowerCase(), sortedFields, report?.id ?? 0, cv?.sha256 ?? ''];
  return sha256(JSON.stringify(identity));
}

const sha256 = (content: string): string => createHash('sha256').update(content).digest('hex');

/** Under this name staff save the CV: it ends as its content does, and never as a program. */
function nameCv({ file, extension }: NonNullable<NewLead['cv']>): string {
  const name = cleanText(file.name.slice(-120)).replaceAll(/[^\p{L}\p{N} ._-]/gu, '_');
  return name.toLowerCase().endsWith(`.${extension}`) ? name : `${name}.${extension}`;
}
