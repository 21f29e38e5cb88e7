import type { Deps, Tx } from '../../deps.ts';
import { greet, renderEmail, type Letterhead } from '../../kernel/email-layout.ts';
import type { ScheduledAct } from '../../kernel/schedule.ts';
import { findBlocking } from './find-blocking.ts';
import { listSchedulers, type Recipient } from './schedulers.store.ts';
import { lockDueReports, type StoredReport } from './stored-reports.store.ts';
import type { ReportWriter } from './write-reports.ts';

type BlockedReport = {
  readonly id: number;
  readonly code: string;
  /** The reasons why it can't be published. */
  readonly sentences: readonly string[];
  readonly recipients: readonly Recipient[];
};

/** An email names so many reports and counts the others. */
const shownReports = 20;

type ScheduledDeps = Deps & { readonly getLetterhead: (tx: Tx) => Promise<Letterhead> };

/** Reports whose row says on which day they are published. */
export class ScheduledReports {
  readonly #deps: ScheduledDeps;
  readonly #writer: ReportWriter;

  constructor(deps: ScheduledDeps, writer: ReportWriter) {
    this.#deps = deps;
    this.#writer = writer;
  }

  /**
   * What the schedule does with reports whose day has come. A report that an editor could not publish
   * becomes a draft instead; the audit log says why, and whoever scheduled it gets an email.
   */
  readonly act: ScheduledAct = {
    atOnce: 200,
    act: (ids, { now, today }) =>
      this.#deps.db.transaction().execute(async (tx) => {
        const ready = await lockDueReports(tx, ids, today);
        const due = await this.#refuseBlocked(tx, ready, today);
        if (due.length > 0) await this.#writer.publishDue(tx, due, now);
      }),
  };

  /** Returns those that may be published; the others are drafts. */
  async #refuseBlocked(
    tx: Tx,
    reports: readonly StoredReport[],
    today: string,
  ): Promise<StoredReport[]> {
    const toPublish = reports.map((report) => ({ current: report, draft: report }));
    const findings = await findBlocking(tx, toPublish, today);
    const blocked = reports.flatMap(({ id, code }, index) => {
      const sentences = (findings[index] ?? []).map(({ message }) => message);
      return sentences.length > 0 ? [{ id, code, sentences }] : [];
    });
    if (blocked.length === 0) return [...reports];
    // Read before these reports have a version that the schedule made.
    const ids = blocked.map(({ id }) => id);
    const schedulers = await listSchedulers(tx, ids);
    const programName = 'the schedule';
    const inputs = blocked.map(({ code }) => ({ code, state: 'draft' as const }));
    await this.#writer.write(tx, inputs, { actor: programName });
    for (const { code, sentences } of blocked)
      await this.#deps.audit.record(tx, {
        actor: { programName },
        verb: 'report.publish',
        thing: { kind: 'report', id: code },
        refusal: { code: 'invalid', message: sentences.join('\n') },
      });
    const told = blocked.map((one) => ({ ...one, recipients: schedulers.get(one.id) ?? [] }));
    await this.#emailBlocked(tx, told);
    return reports.filter((report) => !blocked.some(({ code }) => code === report.code));
  }

  /** Whoever scheduled reports that are drafts now gets one email for all of them. */
  async #emailBlocked(tx: Tx, blocked: readonly BlockedReport[]): Promise<void> {
    const { origin, clock, getLetterhead } = this.#deps;
    const everybody = new Map(
      blocked.flatMap(({ recipients }) => recipients.map((one) => [one.id, one] as const)),
    );
    for (const recipient of everybody.values()) {
      const theirs = blocked.filter(({ recipients }) =>
        recipients.some(({ id }) => id === recipient.id),
      );
      const context = { publisher: await getLetterhead(tx), origin, now: clock() };
      await this.#deps.emails.queue(tx, writeEmail(context, recipient, theirs));
    }
  }
}

type EmailContext = {
  readonly publisher: Letterhead;
  readonly origin: string;
  readonly now: Date;
};

function writeEmail(
  { publisher, origin, now }: EmailContext,
  { id, email, name }: Recipient,
  reports: readonly BlockedReport[],
) {
  const [first] = reports;
  const isOne = reports.length === 1;
  const shown = reports
    .slice(0, shownReports)
    .map(({ code, sentences }) => `${code}: ${sentences.join(' ')}`);
  const more = reports.length - shown.length;
  const what = isOne && first ? first.code : `${reports.length} reports`;
  return renderEmail({
    to: email,
    publisher,
    origin,
    subject: `Not published: ${what}`,
    opening: [
      greet(name),
      isOne
        ? `The report ${what} was scheduled for today and was not published. It is a draft now:`
        : `${what} were scheduled for today and were not published. They are drafts now:`,
      ...shown,
      ...(more > 0 ? [`And ${more} more.`] : []),
    ],
    actions: [
      isOne && first
        ? { label: 'Open the report', url: `${origin}/admin/reports/${first.id}/edit` }
        : { label: 'Open the drafts', url: `${origin}/admin/reports?view=drafts` },
    ],
    closing: ['Fix this, and publish or schedule again.'],
    dedupeKey: `blocked-${id}-${first?.id ?? 0}-${now.getTime()}`,
    whenMailboxIsFull: 'send',
  });
}
