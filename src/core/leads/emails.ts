import { renderEmail } from '../kernel/email-layout.ts';
import type { Email } from '../deps.ts';
import { resellerReplyHours, sampleLinkDays, type LeadKind } from './model.ts';

/** A lead as its letters need it. */
export type LeadDetails = {
  readonly id: number;
  readonly kind: LeadKind;
  readonly name: string;
  readonly email: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly page: string;
  readonly report:
    | { readonly title: string; readonly code: string; readonly url: string }
    | undefined;
};

/** Who writes: the publisher's name, the public address, and where sales reads. */
export type Publisher = {
  readonly name: string;
  readonly origin: string;
  readonly salesEmail: string;
};

const leadKindNames: Readonly<Record<LeadKind, string>> = {
  contact: 'Contact enquiry',
  sample: 'Sample request',
  discount: 'Discount request',
  inquiry: 'Enquiry before buying',
  customization: 'Customization request',
  career: 'Job application',
  reseller: 'Reseller application',
};

const fieldLabels: Readonly<Record<string, string>> = {
  name: 'Name',
  email: 'E-mail',
  mobile_no: 'Phone',
  phone: 'Phone',
  company_name: 'Company',
  designation: 'Designation',
  country: 'Country',
  position: 'Position',
  message: 'Message',
  preciserequirement: 'Requirement',
  cv: 'CV',
};

/** Tells sales of a lead; answering it writes to the visitor. No words of his stand in the subject. */
export function salesNotificationEmail(lead: LeadDetails, publisher: Publisher): Email {
  const rows = Object.entries(lead.fields).flatMap(([field, value]) =>
    fieldLabels[field] ? [[fieldLabels[field], value] as const] : [],
  );
  return renderEmail({
    to: publisher.salesEmail,
    publisher: publisher.name,
    origin: publisher.origin,
    replyTo: lead.email,
    dedupeKey: `lead-${lead.id}-sales`,
    subject: `${leadKindNames[lead.kind]} ${lead.id}${lead.report ? ` on ${lead.report.code}` : ''}`,
    opening: [
      `${leadKindNames[lead.kind]} number ${lead.id} came in through ${lead.page}. Answer this letter to write to the visitor.`,
    ],
    rows: [
      ...(lead.report ? [['Report', `${lead.report.title} (${lead.report.code})`] as const] : []),
      ...rows,
    ],
  });
}

/** Tells the visitor that his enquiry arrived, and what happens next; with the sample where he asked for one. */
export function visitorReplyEmail(
  lead: LeadDetails,
  publisher: Publisher,
  sampleUrl: string | undefined,
): Email {
  const { opening, actions = [] } = buildVisitorReplyBody(lead, sampleUrl);
  return renderEmail({
    to: lead.email,
    publisher: publisher.name,
    origin: publisher.origin,
    replyTo: publisher.salesEmail,
    dedupeKey: `lead-${lead.id}-visitor`,
    subject: {
      contact: 'We have your message',
      sample: `Your sample of ${lead.report?.code}`,
      discount: `Your discount request on ${lead.report?.code}`,
      inquiry: `Your question on ${lead.report?.code}`,
      customization: `Your customization request on ${lead.report?.code}`,
      career: 'We have your application',
      reseller: 'We have your reseller application',
    }[lead.kind],
    opening: ['Good day,', ...opening],
    actions,
    ...(lead.report
      ? { rows: [['Report', lead.report.title] as const, ['Code', lead.report.code] as const] }
      : {}),
    closing: [
      `You receive this letter because this address was given on ${publisher.origin}${lead.page}. If it was not you, ignore it: nothing else follows.`,
    ],
  });
}

function buildVisitorReplyBody(
  { kind, report }: LeadDetails,
  sampleUrl: string | undefined,
): { opening: string[]; actions?: { label: string; url: string }[] } {
  const onward = report ? [{ label: 'See the whole report', url: report.url }] : [];
  if (kind === 'sample' && sampleUrl) {
    return {
      opening: [
        `here is the sample you asked for: cover, contents, key figures and one chart of the report. The link works for ${sampleLinkDays} days.`,
      ],
      actions: [{ label: 'Download the sample (PDF)', url: sampleUrl }],
    };
  }
  if (kind === 'discount')
    return {
      opening: [
        'we have your request for a discount. A person looks at it and answers by mail with an offer.',
      ],
      actions: onward,
    };
  if (kind === 'inquiry')
    return {
      opening: ['we have your question. The desk that wrote the report answers it by mail.'],
      actions: onward,
    };
  if (kind === 'customization')
    return {
      opening: [
        'we have your request. We look at what the sources hold for it and answer by mail with what can be made, by when and for how much.',
      ],
      actions: onward,
    };
  if (kind === 'career')
    return {
      opening: [
        'we have your application and your CV. A person reads both and writes to you, whatever the answer is.',
      ],
    };
  if (kind === 'reseller')
    return {
      opening: [
        `we have your application to become a reseller. We contact you within ${resellerReplyHours} hours.`,
      ],
    };
  return { opening: ['we have your message. A person reads it and answers by mail.'] };
}

/** The double opt-in: the address is on the list only after its owner pressed the button behind this link. */
export const newsletterConfirmationEmail = (
  email: string,
  url: string,
  unsubscribeUrl: string,
  dedupeKey: string,
  publisher: Publisher,
): Email =>
  renderEmail({
    to: email,
    publisher: publisher.name,
    origin: publisher.origin,
    dedupeKey,
    unsubscribeUrl,
    subject: 'Please confirm your newsletter subscription',
    opening: [
      'Good day,',
      'this address was given for our newsletter: new reports and corrections, about once a month. Press the button to confirm that it was you.',
    ],
    actions: [{ label: 'Confirm the subscription', url }],
    closing: ['If it was not you, do nothing: without the confirmation no newsletter is sent.'],
  });

/** The first letter of the newsletter, after the confirmation. */
export const newsletterWelcomeEmail = (
  email: string,
  unsubscribeUrl: string,
  dedupeKey: string,
  publisher: Publisher,
): Email =>
  renderEmail({
    to: email,
    publisher: publisher.name,
    origin: publisher.origin,
    dedupeKey,
    unsubscribeUrl,
    subject: 'You are subscribed',
    opening: [
      'Good day,',
      'your subscription is confirmed. You will hear from us when reports are published or corrected.',
    ],
    actions: [{ label: 'See the newest reports', url: `${publisher.origin}/report-store` }],
  });
