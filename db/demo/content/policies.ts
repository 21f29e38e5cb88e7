import type { Policy, PolicyName } from '#core/content/model.ts';
import { createPolicy, sampleNote } from './create-policy.ts';
import { privacyPolicies } from './privacy-policies.ts';

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
