import { truncateTitle } from '../catalogue/model.ts';
import type { Email } from '../deps.ts';
import {
  renderEmailFrom,
  toMessageId,
  wordEmail,
  type EmailRow,
  type Publisher,
} from '../kernel/email-layout.ts';
import { labelLeadField, leadKindNames } from './lead-labels.model.ts';
import { resellerReplyHours, sampleLinkDays, type LeadKind } from './model.ts';

/** A lead as its emails need it. */
export type LeadDetails = {
  readonly id: number;
  readonly kind: LeadKind;
  readonly name: string;
  readonly email: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly pagePath: string;
  readonly report:
    | { readonly title: string; readonly code: string; readonly url: string }
    | undefined;
};

/** To sales; a reply goes to the visitor. The subject has no text that the visitor typed. */
export function salesNotificationEmail(lead: LeadDetails, publisher: Publisher): Email {
  const kindName = leadKindNames[lead.kind];
  const fieldRows = Object.entries(lead.fields).flatMap(([field, value]): EmailRow[] => {
    const label = labelLeadField(field, value);
    return label ? [[label, value]] : [];
  });
  return renderEmailFrom(publisher, {
    to: publisher.salesEmail,
    replyTo: lead.email,
    whenMailboxIsFull: 'send',
    dedupeKey: `lead-${lead.id}-sales`,
    subject: `${kindName} ${lead.id}${lead.report ? ` for ${lead.report.code}` : ''}`,
    opening: [
      `${kindName} ${lead.id} was sent from the page ${lead.pagePath}. What the visitor typed ` +
        'follows as they typed it. Reply to this email to write to them.',
    ],
    rows: [
      ...(lead.report ? [['Report', `${lead.report.title} (${lead.report.code})`] as const] : []),
      ...fieldRows,
    ],
  });
}

/** To the visitor: the lead has arrived and what happens next, with the link to a sample. */
export function visitorReplyEmail(
  lead: LeadDetails,
  publisher: Publisher,
  sampleUrl: string | undefined,
): Email {
  const action = replyAction(lead, sampleUrl);
  const { report } = lead;
  return renderEmailFrom(publisher, {
    to: lead.email,
    replyTo: publisher.salesEmail,
    whenMailboxIsFull: lead.kind === 'sample' ? 'hold' : 'drop',
    dedupeKey: `lead-${lead.id}-visitor`,
    ...wordEmail(publisher, `lead.${lead.kind}`, lead.name, replyValues(lead)),
    actions: action ? [action] : [],
    rows: report
      ? [
          ['Report', report.title],
          ['Code', report.code],
        ]
      : [],
    closing: [
      'You are receiving this email because your address was entered at ' +
        `${publisher.origin}${lead.pagePath}. If this was not you, you can ignore it: your ` +
        'address is not on any mailing list of ours.',
    ],
  });
}

/** Message-IDs of what is sent when a lead arrives. */
export const listEmailIds = (leadId: number, origin: string): string[] =>
  ['sales', 'visitor'].map((recipient) => toMessageId(`lead-${leadId}-${recipient}`, origin));

/** Message-ID of an answer of staff. */
export const toAnswerEmailId = (leadId: number, answerId: number, origin: string): string =>
  toMessageId(toAnswerKey(leadId, answerId), origin);

const toAnswerKey = (leadId: number, answerId: number) => `lead-${leadId}-answer-${answerId}`;

/** An answer that staff wrote to the visitor. Replies go to sales. */
export const answerEmail = (
  answer: { id: number; leadId: number; to: string; subject: string; body: string },
  publisher: Publisher,
): Email =>
  renderEmailFrom(publisher, {
    to: answer.to,
    replyTo: publisher.salesEmail,
    whenMailboxIsFull: 'send',
    dedupeKey: toAnswerKey(answer.leadId, answer.id),
    subject: answer.subject,
    opening: answer.body.split(/\n{2,}/),
  });

/** Subjects are one line: a title may have 3,000 characters. */
const maxSubjectTitle = 120;
const shortenTitle = (report: LeadDetails['report']): string =>
  truncateTitle(report?.title ?? '', maxSubjectTitle);

/** The placeholders of a reply's words. */
const replyValues = ({ report }: LeadDetails) => ({
  title: shortenTitle(report),
  days: sampleLinkDays,
  hours: resellerReplyHours,
});

/** The button of a reply, if it has one. */
function replyAction({ kind, report }: LeadDetails, sampleUrl: string | undefined) {
  if (kind === 'sample')
    return sampleUrl ? { label: 'Download the sample (PDF)', url: sampleUrl } : undefined;
  return kind === 'discount' || kind === 'inquiry' || kind === 'customization'
    ? viewReport(report)
    : undefined;
}

const viewReport = (report: LeadDetails['report']) =>
  report && { label: 'View the report', url: report.url };
