/**
 * Drafts of the seven legal texts for a store that has none yet. Each says on its page that it is a
 * draft; what is in brackets is for the publisher's lawyer. Pure.
 */
import { policyNames, type Policy, type PolicyName } from '../content/model.ts';

type Draft = {
  readonly title: string;
  readonly description: string;
  readonly paragraphs: readonly string[];
};

const draftNote =
  '<p><strong>Draft. This text is not legal advice and has not been checked by a ' +
  'lawyer. Complete the parts in brackets before you sell.</strong></p>';

const drafts: Readonly<Record<PolicyName, Draft>> = {
  terms: {
    title: 'Terms and Conditions',
    description: 'What is agreed between you and us when you order a report.',
    paragraphs: [
      'These terms apply to orders with [legal name, form, register and number, address].',
      'A contract comes about when your payment is confirmed. The order keeps the report, the ' +
        'licence, the price and these terms as they were at that moment.',
      'You may use a report as the licence in your order says. You may quote figures with their ' +
        'source. You may not publish the file or pass it on.',
      '[Warranty, liability, consumers’ right of withdrawal for digital content, governing law ' +
        'and place of jurisdiction.]',
    ],
  },
  privacy: {
    title: 'Privacy Policy',
    description: 'Which personal data we process, why and for how long.',
    paragraphs: [
      'Responsible: [legal name, address, e-mail; the data protection officer where there is one].',
      'For an order we keep your name, e-mail and billing address, and what you bought, as long as ' +
        'the law demands it for invoices [how long]. PayPal processes card payments; we never see ' +
        'card details.',
      'For a request we keep what you write in the form. For the newsletter we keep your address ' +
        'until you unsubscribe.',
      '[Legal bases, processors such as hosting and e-mail, transfers to other countries, your ' +
        'rights and the supervisory authority.]',
    ],
  },
  gdpr: {
    title: 'GDPR Policy',
    description: 'Your rights under the General Data Protection Regulation.',
    paragraphs: [
      'You may ask which of your data we have, have it corrected or deleted, restrict or object to ' +
        'its use, and take it with you. Customers can export and delete their data in their account.',
      '[Contact for requests, the representative in the EU where one is needed, and the supervisory ' +
        'authority.]',
    ],
  },
  cookies: {
    title: 'Cookies',
    description: 'Which cookies this site sets, and what for.',
    paragraphs: [
      'This site sets cookies that it needs to work: one for your order, one while you are logged ' +
        'in, one for your choice about cookies. Nothing counts your visits without your consent.',
      '[Name a script that counts visits here, where you use one.]',
    ],
  },
  refunds: {
    title: 'Refund Policy',
    description: 'When you get your money back.',
    paragraphs: [
      'If a file can’t be opened or is not the report that was described, write to us within [14] ' +
        'days and we replace it or refund the price.',
      '[Consumers’ right of withdrawal, and how it ends with the download of digital content.]',
    ],
  },
  'how-to-order': {
    title: 'How to Order',
    description: 'From the report’s page to its files.',
    paragraphs: [
      'Choose a licence on the report’s page, fill in your billing details and pay. The download ' +
        'links and the invoice come by e-mail.',
      'If you need an offer, another licence or another way to pay, write to us first.',
    ],
  },
  methodology: {
    title: 'Research Methodology',
    description: 'How our figures are made.',
    paragraphs: [
      '[Your sources, how you check them, how you calculate sizes, shares and forecasts, and what ' +
        'your figures can’t tell.]',
    ],
  },
};

/** True for a text that still says that it is a draft. */
export const isDraftText = (html: string): boolean => html.includes('<strong>Draft. ');

/** All seven drafts, dated `day` (ISO). */
export const draftPolicies = (day: string): Record<PolicyName, Policy> =>
  Object.fromEntries(
    policyNames.map((name) => {
      const { paragraphs, ...texts } = drafts[name];
      const html = draftNote + paragraphs.map((text) => `<p>${text}</p>`).join('');
      return [name, { ...texts, html, updatedOn: day }];
    }),
  ) as Record<PolicyName, Policy>;
