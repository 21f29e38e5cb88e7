import { createHash } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { DB } from '../kernel/database-types.ts';
import { toMailboxKey } from '../kernel/mailbox-key.ts';
import { emitEvents } from '../kernel/outgoing-events.ts';
import { queueEmail } from '../kernel/queue-email.ts';
import { ok, type Outcome } from '../kernel/outcome.model.ts';
import { cleanText } from '../kernel/clean-text.model.ts';
import type { Cv } from './cv-upload.ts';
import type { LeadDeps } from './deps.ts';
import { salesNotificationEmail, visitorReplyEmail, type LeadDetails } from './emails.ts';
import { hasLeadSince, insertLead, lockFingerprint } from './leads.store.ts';
import {
  duplicateWindowMs,
  successMessages,
  type LeadKind,
  type SubmissionResult,
  type Visitor,
} from './model.ts';
import { SampleLinks } from './sample-link.ts';

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

  constructor(deps: LeadDeps) {
    this.#deps = deps;
    this.#sampleLinks = new SampleLinks(deps);
  }

  /**
   * Stores the lead and emails sales and the visitor. The same lead again within a day succeeds
   * too, without another row or email.
   */
  async create(newLead: NewLead): Promise<Outcome<SubmissionResult>> {
    const { db, clock } = this.#deps;
    const now = clock();
    const publisher = await this.#deps.getPublisher();
    const fingerprint = computeFingerprint(newLead);
    const duplicatesSince = new Date(now.getTime() - duplicateWindowMs);
    const cv = await this.#storeCv(newLead);
    await db.transaction().execute(async (tx) => {
      await lockFingerprint(tx, fingerprint);
      if (await hasLeadSince(tx, fingerprint, duplicatesSince)) return;
      const id = await insertLead(tx, toRow(newLead, { now, fingerprint, cv }));
      const details = this.#toDetails(id, newLead);
      const sampleUrl =
        newLead.kind === 'sample' && newLead.report
          ? this.#sampleLinks.createUrl(newLead.report.code)
          : undefined;
      await queueEmail(this.#deps, tx, salesNotificationEmail(details, publisher));
      await queueEmail(this.#deps, tx, visitorReplyEmail(details, publisher, sampleUrl));
      const data = { id, kind: newLead.kind, reportCode: newLead.report?.code ?? null };
      await emitEvents(this.#deps, tx, [{ type: 'enquiry.created', data }]);
    });
    return ok({ message: successMessages[newLead.kind] });
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
