import { exactDollars } from '#core/kernel/cents.ts';
import type { CertificatePaper, InvoicePaper } from '#core/orders/papers.model.ts';
import { openAlphabets } from './alphabets.ts';
import { measure, openSheet, page, type Sheet } from './sheet.ts';

const titles = {
  invoice: 'Invoice',
  'pro-forma': 'Pro-forma invoice',
  'credit-note': 'Credit note',
} as const;
const half = measure / 2 - 20;

function letterhead(
  sheet: Sheet,
  publisher: { readonly name: string; readonly website: string },
): void {
  sheet.newPage();
  sheet.pdf.rect(0, 0, page.width, 8).fill(sheet.paint.accent);
  sheet.pdf
    .font('serif')
    .fontSize(18)
    .fillColor(sheet.paint.ink)
    .text(publisher.name, page.left, 48, { lineBreak: false });
  sheet.pdf
    .font('sans')
    .fontSize(9)
    .fillColor(sheet.paint.muted)
    .text(publisher.website, page.left, 72, { lineBreak: false });
}

/**
 * One page on which everything stands: where the words are too many, they are set smaller until they fit. `lay` answers where it ended.
 * Throws where no size is left: a paper is never cut.
 */
function onePage(
  title: string,
  publisher: string,
  lay: (sheet: Sheet, scale: number) => number,
): Promise<Uint8Array> {
  for (const scale of [1, 0.85, 0.6, 0.45]) {
    const sheet = openSheet(title, publisher, 'papers');
    if (lay(sheet, scale) <= page.height - 40) return sheet.close();
  }
  throw new Error(`${title} does not fit on one page`);
}

/** A block of lines under a quiet label; answers where it ends. */
function block(
  sheet: Sheet,
  scale: number,
  label: string,
  lines: readonly (string | undefined)[],
  x: number,
  top: number,
  width: number,
): number {
  let y = top + sheet.anyText(label, x, top, 8.5, { width, colour: 'muted' }) + 2;
  for (const line of lines) if (line) y += sheet.anyText(line, x, y, 10 * scale, { width }) + 1;
  return y;
}

/** An invoice, a pro-forma invoice or a credit note on one A4 page; names and addresses in any alphabet, wrapped and never lost. */
export async function printPaper(paper: InvoicePaper): Promise<Uint8Array> {
  await openAlphabets(JSON.stringify(paper));
  return onePage(`${titles[paper.kind]} ${paper.number}`, paper.publisher.name, (sheet, scale) =>
    layPaper(paper, sheet, scale),
  );
}

function layPaper(paper: InvoicePaper, sheet: Sheet, scale: number): number {
  const { kind, publisher, buyer, bank, paid } = paper;
  const { pdf, paint } = sheet;
  letterhead(sheet, publisher);
  pdf
    .font('serif')
    .fontSize(24)
    .fillColor(paint.ink)
    .text(`${titles[kind]} ${paper.number}`, page.left, 112, { lineBreak: false });
  // Words that need a smaller size need the whole measure too: the two addresses then stand under each other.
  const [wide, right] = scale < 0.8 ? [measure, page.left] : [half, page.left + measure / 2 + 20];
  const left = block(
    sheet,
    scale,
    'To',
    [
      buyer.company,
      buyer.name,
      ...buyer.address,
      buyer.email,
      buyer.taxId && `Tax ID ${buyer.taxId}`,
    ],
    page.left,
    164,
    wide,
  );
  const from = block(
    sheet,
    scale,
    'From',
    [
      publisher.name,
      publisher.address,
      publisher.email,
      publisher.taxId && `Tax ID ${publisher.taxId}`,
    ],
    right,
    right === page.left ? left + 10 : 164,
    wide,
  );
  let y = Math.max(left, from) + 16;
  y =
    block(
      sheet,
      scale,
      'Details',
      [
        `Date ${paper.date}`,
        `Order ${paper.order}`,
        paper.refersTo && `Refers to invoice ${paper.refersTo}`,
      ],
      page.left,
      y,
      measure,
    ) + 18;
  const rule = (at: number): void =>
    void pdf
      .moveTo(page.left, at)
      .lineTo(page.left + measure, at)
      .lineWidth(0.75)
      .strokeColor(paint.rule)
      .stroke();
  const amount = (text: string, at: number, size: number, bold: boolean): void =>
    void pdf
      .font(bold ? 'bold' : 'sans')
      .fontSize(size)
      .fillColor(paint.ink)
      .text(text, page.left, at, { width: measure, align: 'right', lineBreak: false });
  rule(y);
  for (const { text, amount: cents } of paper.lines) {
    amount(exactDollars(cents), y + 10, 10.5, false);
    y += sheet.anyText(text, page.left, y + 10, 10.5 * scale, { width: measure - 110 }) + 20;
    rule(y);
  }
  sheet.anyText(`Total (${paper.currency})`, page.left, y + 12, 13, { width: half, bold: true });
  amount(exactDollars(paper.total), y + 12, 13, true);
  y += 50;
  if (paid)
    y +=
      sheet.anyText(`Paid on ${paid.on} by ${paid.by}.`, page.left, y, 10.5, { width: measure }) +
      10;
  if (bank)
    y =
      block(
        sheet,
        scale,
        'Please transfer the total to',
        [bank.holder, `IBAN ${bank.iban}`, `BIC ${bank.bic}`, `Reference ${bank.reference}`],
        page.left,
        y,
        measure,
      ) + 10;
  for (const note of paper.notes)
    y += sheet.anyText(note, page.left, y, 9, { width: measure, colour: 'muted' }) + 6;
  return y;
}

/** A licence certificate on one A4 page: what was bought, what it allows, and where anybody can verify it. */
export async function printCertificate(paper: CertificatePaper): Promise<Uint8Array> {
  await openAlphabets(JSON.stringify(paper));
  return onePage(`Licence certificate ${paper.number}`, paper.publisher.name, (sheet, scale) =>
    layCertificate(paper, sheet, scale),
  );
}

function layCertificate(paper: CertificatePaper, sheet: Sheet, scale: number): number {
  const { publisher, report, holder } = paper;
  letterhead(sheet, publisher);
  sheet.pdf
    .font('serif')
    .fontSize(26)
    .fillColor(sheet.paint.ink)
    .text('Licence certificate', page.left, 132, { lineBreak: false });
  let y = 190;
  const part = (label: string, ...lines: readonly string[]): void =>
    void (y = block(sheet, scale, label, lines, page.left, y, measure) + 16);
  part('Certificate', paper.number);
  part('Report', report.title, `${report.code}, edition ${report.edition}`);
  part('Holder', holder.company, holder.name);
  part('Licence', paper.licence, paper.rights, paper.seats);
  part('Order', `${paper.order}, ${paper.date}`);
  sheet.pdf
    .moveTo(page.left, y)
    .lineTo(page.left + measure, y)
    .lineWidth(0.75)
    .strokeColor(sheet.paint.rule)
    .stroke();
  y += 16;
  part('To verify this certificate, open', paper.verifyUrl);
  return (
    y +
    sheet.anyText(
      'The rights above are those that were sold with the order. Later changes of our terms do not touch them.',
      page.left,
      y,
      9,
      { width: measure, colour: 'muted' },
    )
  );
}
