import type { Deps, Tx } from '../../deps.ts';
import { greet, renderEmail, type Letterhead } from '../../kernel/email-layout.ts';
import { queueEmail } from '../../kernel/queue-email.ts';
import type { Recipient } from './schedulers.store.ts';

export type BlockedReport = {
  readonly id: number;
  readonly code: string;
  /** What keeps it from being published. */
  readonly sentences: readonly string[];
  readonly recipients: readonly Recipient[];
};

export type BlockedDeps = Deps & { readonly getLetterhead: (tx: Tx) => Promise<Letterhead> };

/** More are counted. */
const shownReports = 20;

/** Who scheduled reports that are drafts now gets one email for all of them. */
export async function emailBlocked(
  tx: Tx,
  deps: BlockedDeps,
  blocked: readonly BlockedReport[],
): Promise<void> {
  const everybody = new Map(
    blocked.flatMap(({ recipients }) => recipients.map((one) => [one.id, one] as const)),
  );
  for (const recipient of everybody.values()) {
    const theirs = blocked.filter(({ recipients }) =>
      recipients.some(({ id }) => id === recipient.id),
    );
    await queueEmail(deps, tx, await writeEmail(tx, deps, recipient, theirs));
  }
}

async function writeEmail(
  tx: Tx,
  { origin, clock, getLetterhead }: BlockedDeps,
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
    publisher: await getLetterhead(tx),
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
    dedupeKey: `blocked-${id}-${first?.id ?? 0}-${clock().getTime()}`,
    whenMailboxIsFull: 'send',
  });
}
