import type { Policy, PolicyName } from '#core/content/model.ts';

type Part = readonly [heading: string, ...paragraphs: string[]];

/** A policy of the demo. Brackets stand where a publisher and their lawyer complete it. */
const createPolicy = (
  name: PolicyName,
  title: string,
  description: string,
  ...parts: readonly Part[]
): readonly [PolicyName, Policy] => [
  name,
  {
    title,
    description,
    updatedOn: '2026-11-02',
    html: parts
      .map(
        ([heading, ...paragraphs]) =>
          `<h2>${heading}</h2>${paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('')}`,
      )
      .join(''),
  },
];

/** The end of each text that a lawyer has to check. */
const sampleNote: Part = [
  'This text is a sample',
  'It says what the software of this store does. Brackets mark what the publisher completes with ' +
    'a lawyer before selling.',
];

const privacy = createPolicy(
  'privacy',
  'Privacy Policy',
  'Which data we keep, why, and for how long.',
  [
    'Controller',
    'Controller: [registered name, address, email address, representative].',
    'Contact for data protection: [name and address of the officer, if there is one].',
  ],
  [
    'What we keep',
    'Of an order: your name, job title, company, address, email address, telephone number and tax ' +
      'number, what you bought, what was paid, the terms that you accepted and when. We never see ' +
      'your card: you type it at PayPal.',
    'Of each download: the file, the time and the IP address. Of an account: your profile and your ' +
      'password as a hash, which nobody can turn back.',
    'Of an enquiry, an application or a request for a sample: what you typed, the CV that you ' +
      'added, and the sentence that you agreed to, with its time.',
    'Of the newsletter: your email address, once you have confirmed it by the link in our email.',
  ],
  [
    'Why, and on which legal basis (GDPR, Article 6)',
    'To deliver an order and to answer a request: the contract or the steps before it, (1)(b).',
    'To keep invoices and credit notes: a legal obligation, (1)(c), [law and article].',
    'To keep the store from abuse, with a check of forms and limits on attempts: our legitimate ' +
      'interest, (1)(f).',
    'To send the newsletter, to save your contact details in your browser and to count visits: ' +
      'your consent, (1)(a). You take it back by the link in each issue, or under Cookie settings.',
  ],
  [
    'Who receives them',
    'PayPal carries out the payment and is a controller of its own. Cloudflare checks forms ' +
      'against abuse. [Hosting], [mail provider] and [other processors] work for us under ' +
      'contracts by Article 28. We sell data to nobody and advertise to nobody.',
    'Transfers to countries outside the European Economic Area: [countries, and the decision or ' +
      'the clauses that allow them].',
  ],
  [
    'How long',
    'Orders, invoices and credit notes: [years that the law of bookkeeping asks for]. Enquiries, ' +
      'applications and CVs: [period]. A subscription: until you end it. A login: thirty days at ' +
      'most. The store erases none of these by itself: we do it when the period has ended, or ' +
      'when you ask.',
  ],
  [
    'Your rights',
    'Access, correction, erasure, restriction, objection, a copy to take along, and a complaint to ' +
      'a supervisory authority: [authority, address]. How to use them stands in our ' +
      '<a href="/gdpr-policy">GDPR policy</a>. Nothing is decided about you by a program alone.',
  ],
  sampleNote,
);

const gdpr = createPolicy(
  'gdpr',
  'GDPR Policy',
  'Your rights under the General Data Protection Regulation.',
  [
    'Your rights (Articles 15 to 22)',
    'You may ask what we hold on you and have a copy of it; have it corrected; have it erased; have ' +
      'its use restricted; take it with you in a file that programs read; and object to a use that ' +
      'rests on our own interest. A consent can be taken back at any time, for the future.',
  ],
  [
    'How to use them',
    'Write to the address at the bottom of this page, from the email address that you ordered or ' +
      'wrote with. If we doubt that it is you, we ask for something that only you know. We answer ' +
      'within a month and free of charge; where a request takes longer, we say so in that month.',
    'With an account you correct your profile yourself, and download what we hold on you as a file.',
  ],
  [
    'What erasing does',
    'Your account, enquiries, applications, CVs, subscription and logins are erased, and the copies ' +
      'of reports that carry your name are removed. Invoices and credit notes stay as long as the ' +
      'law asks for them, with what the law asks for on them. An order that is under way is ' +
      'finished or cancelled first.',
  ],
  [
    'Complaints',
    'You can complain to the supervisory authority of the place where you live or work, or to ours: ' +
      '[authority, address].',
  ],
  sampleNote,
);

const cookies = createPolicy(
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
    'In the storage of your browser',
    'Your choice of cookies with its time, and whether you are logged in, are kept in the local ' +
      'storage. The licence that you chose, what you typed into a form while it is sent, and ' +
      'that you have seen our dialog are kept in its session storage, until you close the tab. ' +
      'None of it is sent to us.',
    'With your consent to functional storage, the contact details that you typed stay in the local ' +
      'storage, so that the next form is filled in.',
  ],
  [
    'Other hosts',
    'When you begin to fill in a form that asks for a check, the script of Cloudflare Turnstile ' +
      'is loaded from its host. A script that counts visits is loaded only where we use one and ' +
      'you have allowed it under Cookie settings. Nothing else comes from other hosts.',
  ],
  [
    'Your choice',
    'Nothing that is not essential is stored or loaded before you agree, and refusing takes one ' +
      'click, as agreeing does. You change your choice at any time under Cookie settings at the ' +
      'bottom of each page.',
  ],
);

const privacyPolicies = [privacy, gdpr, cookies];

const terms = createPolicy(
  'terms',
  'Terms and Conditions',
  'What is agreed between you and us when you order a report.',
  [
    'Seller and scope',
    'Seller: [registered name, legal form, address, register number, tax number]. These terms are ' +
      'for orders of businesses in this store. [Whether consumers may order, and their right to ' +
      'withdraw.]',
  ],
  [
    'The order',
    'A contract comes about when the payment is confirmed, or a transfer has arrived. The order ' +
      'keeps the report, the licence, the price and the text of these terms as they were at that ' +
      'moment; its page shows them at any time.',
  ],
  [
    'Price and payment',
    'The price is the one that the checkout shows before you pay, with the tax named there. You pay ' +
      'through PayPal, or by bank transfer within sixty days of the order, after which it ends. ' +
      'Tax: [which tax is added or owed, and by whom].',
  ],
  [
    'Delivery',
    'As soon as the payment is confirmed, you find a PDF and a workbook on the page of the order, ' +
      'and links in our email. Each link works for thirty days and for five downloads; you have ' +
      'new ones sent under <a href="/renew-download">Renew downloads</a>. Each reader has a copy ' +
      'with their name.',
  ],
  [
    'The licence',
    'Single user: one named reader. Multiple users: up to five named people of one company. ' +
      'Corporate user: everyone employed there. Each may read the report and quote figures with ' +
      'their source. The file is not published, sold or passed on. A larger licence can be had ' +
      'later for the difference.',
  ],
  [
    'Our part',
    'A report says what its sources say, by the method that it prints. We correct an error that is ' +
      'ours in a new edition, and send it to those who bought the one with the error.',
  ],
  [
    'Liability, law and court',
    'Reports describe published statistics. Decisions that you base on them are yours.',
    'Liability: [extent and limits, as the law that applies allows].',
    'Governing law and court: [law], [court]. Rights that your own law gives consumers stay.',
  ],
  sampleNote,
);

const refunds = createPolicy(
  'refunds',
  'Refund Policy',
  'When money is returned.',
  [
    'Before download',
    'If no file has been downloaded, write to us within fourteen days of the payment and the whole ' +
      'price is returned.',
  ],
  [
    'After download',
    'A file cannot be handed back, so that a refund is given where the report differs from its ' +
      'description or a file can’t be opened. Tell us what is wrong; a person reads it.',
  ],
  [
    'By mistake',
    'A second payment for the same order goes back by itself. So does a payment that differs from ' +
      'its order, once a person has looked at it.',
  ],
  [
    'How it is returned',
    'To where it came from: through PayPal, or by transfer to the account that paid. You receive a ' +
      'credit note by email, and the page of the order shows what was returned. When the whole ' +
      'price was returned, its downloads end.',
    'Write to the address at the bottom of this page with the number of the order. We answer ' +
      'within [number] working days. Rights that your own law gives you stay.',
  ],
  sampleNote,
);

const howToOrder = createPolicy(
  'how-to-order',
  'How to Order',
  'From the report page to the files, step by step.',
  [
    '1. Choose',
    'Find a report in the <a href="/report-store">report store</a> or by the search. Its page shows ' +
      'the contents, key figures and charts; DOWNLOAD SAMPLE brings sample pages by email. Choose ' +
      'a licence by how many people will read it, and press BUY NOW. You need no account.',
  ],
  [
    '2. Billing information',
    'Type what your invoice has to say, and accept the terms. The order summary shows the price, ' +
      'and any tax, before you pay.',
  ],
  [
    '3. Pay',
    'With a card or a PayPal account you approve the payment at PayPal and come back. By bank ' +
      'transfer you receive a pro-forma invoice with our account and a reference: write it on ' +
      'the transfer, and the files follow when the money has arrived, within sixty days.',
    'If the window closes or a connection breaks, nothing is lost: we ask PayPal ourselves, finish ' +
      'the order and email you.',
  ],
  [
    '4. Download',
    'The page of your order has the PDF, the workbook, the invoice and the certificate of the ' +
      'licence, and our email has links to them. They work for thirty days and five downloads of ' +
      'each file; under <a href="/renew-download">Renew downloads</a> you have new ones sent.',
  ],
  [
    '5. Share, and come back',
    'With a licence for several people you invite colleagues on the page of the order; each has a ' +
      'copy of their own. A larger licence costs the difference. With an account for the same ' +
      'email address you find all your orders in one place. A question before you buy? Use Enquiry ' +
      'Before Buy on the report’s page, or <a href="/contact">write to us</a>.',
  ],
);

const methodology = createPolicy(
  'methodology',
  'Research Methodology',
  'How a figure becomes a report.',
  [
    'Sources',
    'Only published statistics with a licence that allows their use. Each report names them with ' +
      'their vintage, and each figure with its source, unit, place and year.',
    'What a source estimates or projects is called so where it stands. What it withholds stays ' +
      'missing: nothing is filled in or smoothed.',
  ],
  [
    'Calculations',
    'Growth rates are compound annual rates; volatility is the standard deviation of yearly ' +
      'changes; real output is value divided by price index; a market is output plus imports less ' +
      'exports, at the prices that buyers paid. Shares are of the total that the source prints. ' +
      'These are marked as ours.',
  ],
  [
    'Comparisons',
    'Only like is compared with like: a union of countries has the same members in both years, and ' +
      'an index of concentration stands for producers of one good alone. Rankings per head leave ' +
      'out places of fewer than a million people.',
  ],
  [
    'Forecasts',
    'A damped trend of the logarithms over the last twelve to fifteen years. Each is made anew in ' +
      'the past of its series, and printed with how far it was off; one that was no better than ' +
      'assuming no change is not printed. The band is meant to hold in eight cases out of ten.',
  ],
  [
    'Checks and corrections',
    'Every figure of a report is compared with the file that it came from before it is published. ' +
      'A correction makes a new edition with a note of what changed; buyers of the one before ' +
      'receive it.',
  ],
);

export const policies: Partial<Record<PolicyName, Policy>> = Object.fromEntries([
  terms,
  ...privacyPolicies,
  refunds,
  howToOrder,
  methodology,
]);
