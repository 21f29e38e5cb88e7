import type { Email } from '../deps.ts';
import {
  greet,
  renderEmailFrom,
  toMessageId,
  type EmailContent,
  type EmailRow,
  type Publisher,
} from '../kernel/email-layout.ts';
import { leadFieldLabels, leadKindNames } from './lead-labels.model.ts';
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
    const label = leadFieldLabels[field];
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
  const { subject, text, action } = visitorReplies[lead.kind](lead, sampleUrl);
  const { report } = lead;
  return renderEmailFrom(publisher, {
    to: lead.email,
    replyTo: publisher.salesEmail,
    whenMailboxIsFull: lead.kind === 'sample' ? 'hold' : 'drop',
    dedupeKey: `lead-${lead.id}-visitor`,
    subject,
    opening: [greet(lead.name), text],
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
        'address is on no mailing list of ours.',
    ],
  });
}

/** Message-IDs of what is sent when a lead arrives. */
export const listEmailIds = (leadId: number, origin: string): string[] =>
  ['sales', 'visitor'].map((recipient) => toMessageId(`lead-${leadId}-${recipient}`, origin));

/** An answer that staff wrote to the visitor. Replies go to sales. */
export const answerEmail = (
  answer: { id: number; leadId: number; to: string; subject: string; body: string },
  publisher: Publisher,
): Email =>
  renderEmailFrom(publisher, {
    to: answer.to,
    replyTo: publisher.salesEmail,
    whenMailboxIsFull: 'send',
    dedupeKey: `lead-${answer.leadId}-answer-${answer.id}`,
    subject: answer.subject,
    opening: answer.body.split(/\n{2,}/),
  });

type VisitorReply = {
  readonly subject: string;
  readonly text: string;
  readonly action?: NonNullable<EmailContent['actions']>[number] | undefined;
};

const visitorReplies: Readonly<
  Record<LeadKind, (lead: LeadDetails, sampleUrl: string | undefined) => VisitorReply>
> = {
  contact: () => ({
    subject: 'We have received your message',
    text: 'Thank you for your message. We will answer it by email.',
  }),
  sample: ({ report }, sampleUrl) => ({
    subject: `Your sample: ${report?.title}`,
    text:
      'Here is the sample that you asked for: the cover, the contents, key figures and one chart ' +
      `of the report. The link works for ${sampleLinkDays} days.`,
    action: sampleUrl ? { label: 'Download the sample (PDF)', url: sampleUrl } : undefined,
  }),
  discount: ({ report }) => ({
    subject: `Your discount request: ${report?.title}`,
    text: 'Thank you for your request. We will look at it and email you an offer.',
    action: viewReport(report),
  }),
  inquiry: ({ report }) => ({
    subject: `Your question about ${report?.title}`,
    text: 'Thank you for your question. The authors of the report will answer it by email.',
    action: viewReport(report),
  }),
  customization: ({ report }) => ({
    subject: `Your customization request: ${report?.title}`,
    text:
      'Thank you for your request. We will check what our sources offer for it, and email you ' +
      'what we can deliver, by when and at what price.',
    action: viewReport(report),
  }),
  career: () => ({
    subject: 'We have received your application',
    text:
      'Thank you for your application. We will read it together with your CV and write to you, ' +
      'whatever our decision is.',
  }),
  reseller: () => ({
    subject: 'We have received your reseller application',
    text:
      'Thank you for applying to become a reseller. We will contact you within ' +
      `${resellerReplyHours} hours.`,
  }),
};

const viewReport = (report: LeadDetails['report']) =>
  report && { label: 'View the report', url: report.url };
