/** Issues of the newsletter. Pure, safe in the browser. */
import { z } from 'zod';
import type { RichText } from '../../catalogue/rich-text/rich-text.model.ts';
import { multiLineField, singleLineField } from '../../kernel/form-fields.ts';

export const issueStates = ['draft', 'scheduled', 'sending', 'stopped', 'sent'] as const;
export type IssueState = (typeof issueStates)[number];

/**
 * Somebody whom an issue did not certainly reach: `unclear`, since the mail server's answer was lost
 * twice, or `failed`, since it refused or could not be asked again and again.
 */
export type UnsettledRecipient = {
  readonly id: number;
  readonly state: 'unclear' | 'failed';
  readonly email: string;
  /** The last answer of the mail server. */
  readonly answer: string | null;
};

/** The state of an issue for one subscriber; the migration says what each means. */
const recipientStates = ['queued', 'sent', 'bounced', 'failed', 'skipped', 'unclear'] as const;
export type RecipientState = (typeof recipientStates)[number];
export type RecipientCounts = Readonly<Record<RecipientState, number>>;

/** A report or a post, as an issue shows it. */
export type IssueCard = {
  readonly title: string;
  /** A path of this site. */
  readonly path: string;
  /** "Report in Metals", "From the blog". */
  readonly kind: string;
  readonly text: string;
};

export const maxCards = 20;

/** The fields of an issue that are written. */
export type IssueContent = {
  readonly subject: string;
  /** The line that mail programs show beside the subject; '' for none. */
  readonly preheader: string;
  readonly body: RichText;
  /** Codes of reports and paths of posts, in the order in which they are in the email. */
  readonly cardKeys: readonly string[];
  /** Whom it is for; none for everybody. */
  readonly industryIds: readonly number[];
};

export type Issue = IssueContent & {
  readonly id: number;
  readonly state: IssueState;
  readonly revision: number;
  readonly sendAt: Date | null;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  readonly changedAt: Date;
  /** null for an issue that came with the demo. */
  readonly changedBy: string | null;
  /** The answer of the mail server if sending stopped by itself. */
  readonly stopReason: string | null;
};

export type IssueRow = Omit<
  Issue,
  'preheader' | 'body' | 'cardKeys' | 'changedBy' | 'revision' | 'stopReason'
> & {
  readonly counts: RecipientCounts;
};

/** The text of the form is HTML, which becomes a tree. */
export const issueForm = z.object({
  subject: singleLineField('a subject', 150),
  preheader: z.union([z.literal(''), singleLineField('a preheader', 200)]).default(''),
  body: multiLineField('a text', 60_000),
  cards: z.string().max(4000, 'Please keep this to 4,000 characters.').default(''),
});

export const stateNames: Readonly<Record<IssueState, string>> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  sending: 'Being sent',
  stopped: 'Stopped',
  sent: 'Sent',
};

/** How many have it, or never will. */
export const countDone = (counts: RecipientCounts): number =>
  countRecipients(counts) - counts.queued;

export const countRecipients = (counts: RecipientCounts): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);
