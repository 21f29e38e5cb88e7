import type { SeedContent } from '#core/content/model.ts';

const questions: readonly (readonly [question: string, answer: string])[] = [
  [
    'What do I receive after paying?',
    'A report as PDF and its data as an Excel workbook. Both can be downloaded from the confirmation page, and we email you the same links.',
  ],
  [
    'How long do the download links work?',
    'Thirty days, and five downloads of each file. On the order\'s page, or under <a href="/renew-download">Renew downloads</a> with the order\'s number and email address, you have new ones sent.',
  ],
  [
    'Which licence do I need?',
    "Single user for one named reader, multiple users for up to five people of one company, corporate for everyone employed there. A larger one can be had later for the difference, on the order's page; colleagues are invited there, too.",
  ],
  [
    'How do I pay?',
    'Through PayPal, from a PayPal account or with a card, or by bank transfer on a pro-forma invoice; the files follow when the transfer has arrived. The price that you see on the checkout page is the whole price in US dollars.',
  ],
  [
    'Where do your figures come from?',
    'From public statistics: national offices, ministries, geological surveys and international organisations. Each is named beside the number.',
  ],
  [
    'Are your forecasts official?',
    'No. A forecast is our own calculation, says so, and explains its method. Some series get none.',
  ],
  [
    'Can I quote a figure?',
    'Yes, in your own work with the source named. Passing on the file itself is not part of any licence.',
  ],
  [
    'Can I see a sample first?',
    'Each report page shows its contents, key figures and charts before you buy, and you can ask for sample pages.',
  ],
  [
    'Do I need an account to buy?',
    'No. The order opens in the browser that placed it and by the link in our email. With an account for the same email address you find all your orders in one place.',
  ],
  [
    'I paid and closed the window. What now?',
    'Nothing is lost. We ask PayPal about unfinished payments by ourselves, finish the order and email you the links, usually within a minute.',
  ],
  [
    'Can I be charged twice?',
    'A second payment for the same order goes back by itself. If you order the same report and licence again, the store first shows you the order that you have.',
  ],
  [
    'Do I get an invoice?',
    "Yes. It is on the order's page and in the email as soon as the payment is confirmed, with the company, address and tax number that you typed.",
  ],
  [
    'Can I return a report?',
    'Digital files can’t be handed back. If a report differs from its description or a file can’t be opened, write to us: the <a href="/refund-policy">refund policy</a> says what we do and within which time.',
  ],
  [
    'What is an edition?',
    'A dated and numbered state of a report. New data or a correction make a new edition, and the page says what changed. Nothing is changed quietly.',
  ],
  [
    'Do I get later editions?',
    'An order delivers the newest edition there is. If a later one corrects it, we email you links to the corrected files.',
  ],
  [
    'Why is my name on the pages?',
    'Each reader has a copy of their own with their name on it. It is the only protection: the files open everywhere and can be printed.',
  ],
  [
    'Why do two of your reports give different figures for one market?',
    'Because two sources count different things: output or market, shipments or use, calendar or marketing years. Each figure says which. If the words are the same and the figures are not, tell us: that would be an error.',
  ],
  [
    'What does “computed” mean beside a figure?',
    'That the source doesn’t print it. We calculated it from the figures that it does print, by the formula in the report’s chapter on method.',
  ],
  [
    'Can you cut a table to my question?',
    'Often. Other countries, years or groupings are possible as far as the public source allows. Use Ask For Customization on the report’s page; you have a price before we begin.',
  ],
  [
    'I found an error. Whom do I tell?',
    'Write to us with the report’s code and the page. We answer, and if you are right, everybody who bought the edition gets the corrected one.',
  ],
];

/** Customers' questions, in the order in which they are shown. */
export const faqs: SeedContent['faqs'] = questions.map(([title, answer]) => ({
  title,
  html: `<p>${answer}</p>`,
}));
