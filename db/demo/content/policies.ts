import type { SeedContent, PolicyName } from '#core/content/model.ts';

const createPolicy = (
  name: PolicyName,
  title: string,
  description: string,
  ...parts: readonly (readonly [heading: string, ...paragraphs: string[]])[]
): SeedContent['policies'][number] => ({
  name,
  title,
  description,
  updatedOn: '2026-11-02',
  html: parts
    .map(
      ([heading, ...paragraphs]) =>
        `<h2>${heading}</h2>${paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('')}`,
    )
    .join(''),
});

export const policies: SeedContent['policies'] = [
  createPolicy(
    'terms',
    'Terms and Conditions',
    'What is agreed between you and us when you order a report.',
    [
      'The order',
      'A contract comes about when the payment is confirmed, or a transfer has arrived. ' +
        'The order keeps the report, the licence, the price and the text of the licence as ' +
        'they were at that moment.',
    ],
    [
      'The licence',
      'You may use the report as the licence in your order says. You may quote figures ' +
        'with their source. You may not publish or pass on the file.',
    ],
    [
      'Our part',
      'We deliver both files and keep them available for thirty days. We correct errors ' +
        'that are ours in a new edition.',
    ],
    ['Limits', 'Reports describe published statistics. Decisions that you base on them are yours.'],
    [
      'Seller, tax, liability and law',
      'Seller: [registered name, legal form, address, register number, tax number].',
      'Tax: prices are in US dollars; [which tax is added or owed, and by whom].',
      'Liability: [extent and limits, as the law that applies allows].',
      'Governing law and court: [law], [court]. Rights that your own law gives consumers stay.',
      'Brackets mark what the publisher completes with a lawyer before selling: this is a sample.',
    ],
  ),
  createPolicy(
    'privacy',
    'Privacy Policy',
    'Which data we keep, why, and for how long.',
    [
      'What we keep',
      'For an order: your name, company, address, email address and telephone number, ' +
        'what you bought and what was paid. We never see your card.',
    ],
    [
      'Why',
      'To deliver, to invoice and to answer you. We do not sell data or give them to advertisers.',
    ],
    [
      'How long',
      'Orders and invoices as long as the law of bookkeeping asks. Enquiries until they ' +
        'are answered, and a year after.',
    ],
    [
      'Controller, legal bases and processors',
      'Controller: [registered name, address, contact for data protection].',
      'Legal bases (GDPR, Article 6): an order or a request, (1)(b); invoices, (1)(c); protection ' +
        'against abuse, (1)(f); the newsletter and optional cookies, your consent, (1)(a).',
      'Processors: [hosting], [mail provider], Cloudflare for the check of forms. PayPal is a ' +
        'controller of its own for the payment.',
      'Rights: access, correction, erasure, restriction, objection, a copy to take along, and a ' +
        'complaint to a supervisory authority: [authority]. Brackets mark what the publisher ' +
        'completes with a lawyer: this is a sample.',
    ],
  ),
  createPolicy(
    'gdpr',
    'GDPR Policy',
    'Your rights under the General Data Protection Regulation.',
    [
      'Your rights',
      'You can ask what we hold on you, have it corrected, take it with you or have it ' +
        'erased, as far as the law of invoices lets us.',
    ],
    [
      'How to use them',
      'Write to the address in the footer from the email address that you ordered with. ' +
        'We answer within a month.',
    ],
  ),
  createPolicy(
    'cookies',
    'Cookies',
    'The cookies of this site and what each is for.',
    [
      'Essential',
      'When you open the checkout, your browser receives one cookie with a secret. It lets ' +
        'this browser, and no other, see the download page of the order. It ends when you ' +
        'log out, and after 37 days.',
      'When you log in, your browser receives two more. One keeps you logged in, until you log ' +
        'out and for 30 days at most. The other one says that this browser has logged in to your ' +
        'account before, so that somebody who guesses passwords elsewhere does not lock you out. ' +
        'It names nobody, stays when you log out, and ends after 400 days.',
    ],
    [
      'Other hosts',
      'When you begin to fill in a form that asks for a check, the script of Cloudflare Turnstile ' +
        'is loaded from its host. A script that counts visits is loaded only where we use one and ' +
        'you have allowed it under Cookie settings. Nothing else comes from other hosts.',
      'Your choice of cookies, and with your consent the contact details that you typed, are kept ' +
        'in the local storage of your browser.',
    ],
  ),
  createPolicy(
    'refunds',
    'Refund Policy',
    'When money is returned.',
    [
      'Before download',
      'If no file has been downloaded, write to us within fourteen days and the whole ' +
        'price is returned.',
    ],
    [
      'After download',
      'A file cannot be handed back, so that a refund is given where the report differs ' +
        'from its description. Tell us what is wrong; a person reads it.',
    ],
  ),
  createPolicy(
    'how-to-order',
    'How to Order',
    'From the report page to the files, step by step.',
    ['Choose', 'Open a report, choose a licence and press BUY NOW.'],
    [
      'Pay',
      'Fill in the billing information and approve the payment at PayPal, or order by bank ' +
        'transfer: a pro-forma invoice says where to, and the files follow when the money is ' +
        'there.',
    ],
    [
      'Download',
      'You come back to a page with both files. We also email you the links, in case you ' +
        'close the window. Links that have ended are renewed under Renew downloads ' +
        '(/renew-download).',
    ],
  ),
  createPolicy(
    'methodology',
    'Research Methodology',
    'How a figure becomes a report.',
    [
      'Sources',
      'Only published statistics with a licence that allows their use. Each report names ' +
        'them with their vintage.',
    ],
    [
      'Calculations',
      'Growth rates are compound annual rates; volatility is the standard deviation of ' +
        'yearly changes; real output is value divided by price index. These are marked as ' +
        'ours.',
    ],
    [
      'Forecasts',
      'A damped trend of the logarithms with a band from past scatter, for series that are ' +
        'long and calm enough.',
    ],
  ),
];
