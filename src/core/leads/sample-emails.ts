/** Every email to visitors and subscribers, as somebody of our invention gets it. */
import type { Email } from '../deps.ts';
import type { leadEmailWords } from '../kernel/email-words-leads.model.ts';
import type { Publisher } from '../kernel/email-layout.ts';
import { visitorReplyEmail } from './emails.ts';
import type { LeadKind } from './model.ts';
import { newsletterConfirmationEmail, newsletterWelcomeEmail } from './newsletter-emails.ts';

const lead = { id: 0, name: 'Anna Berg', email: 'anna@example.com', fields: {}, pagePath: '/' };
const subscriber = { id: 0, email: 'anna@example.com', token: 'sample', state: 'pending' } as const;

/** One of each, by the key of its words. */
export function buildSampleLeadEmails(
  publisher: Publisher,
): Record<keyof typeof leadEmailWords, Email> {
  const url = `${publisher.origin}/wheat-market`;
  const report = { title: 'Wheat Market', code: 'WHT-01', url };
  const reply = (kind: LeadKind, about: typeof report | undefined) =>
    visitorReplyEmail({ ...lead, kind, report: about }, publisher, url);
  const now = new Date(0);
  return {
    'lead.contact': reply('contact', undefined),
    'lead.sample': reply('sample', report),
    'lead.discount': reply('discount', report),
    'lead.inquiry': reply('inquiry', report),
    'lead.customization': reply('customization', report),
    'lead.career': reply('career', undefined),
    'lead.reseller': reply('reseller', undefined),
    'newsletter.confirm': newsletterConfirmationEmail(subscriber, publisher, now),
    'newsletter.welcome': newsletterWelcomeEmail(subscriber, publisher, now),
  };
}
