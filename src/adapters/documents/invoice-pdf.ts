import { formatExactDollars } from '#core/kernel/money.model.ts';
import type { CertificateContent, InvoiceContent } from '#core/orders/documents/invoice.model.ts';
import { loadFontsFor } from './noto-fonts.ts';
import { textWidth, createPdfBuilder, pageSize, type PdfBuilder } from './pdf-builder.ts';

const documentTitles = {
  invoice: 'Invoice',
  'pro-forma': 'Pro-forma invoice',
  'credit-note': 'Credit note',
} as const;
const halfWidth = textWidth / 2 - 20;

function drawLetterhead(
  builder: PdfBuilder,
  publisher: { readonly name: string; readonly website: string },
): void {
  builder.newPage();
  builder.pdf.rect(0, 0, pageSize.width, 8).fill(builder.paint.accent);
  builder.pdf
    .font('serif')
    .fontSize(18)
    .fillColor(builder.paint.ink)
    .text(publisher.name, pageSize.left, 48, { lineBreak: false });
  builder.pdf
    .font('sans')
    .fontSize(9)
    .fillColor(builder.paint.muted)
    .text(publisher.website, pageSize.left, 72, { lineBreak: false });
}

/**
 * One page on which everything stands: where the words are too many, they are set smaller until they fit. `lay` answers where it ended.
 * Throws where no size is left: a paper is never cut.
 */
function renderOnePage(
  title: string,
  publisher: string,
  layOut: (builder: PdfBuilder, scale: number) => number,
): Promise<Uint8Array> {
  for (const scale of [1, 0.85, 0.6, 0.45]) {
    const sheet = createPdfBuilder(title, publisher, 'papers');
    if (layOut(sheet, scale) <= pageSize.height - 40) return sheet.finish();
  }
  throw new Error(`${title} does not fit on one page`);
}

/** A block of lines under a quiet label; answers where it ends. */
function drawBlock(
  builder: PdfBuilder,
  scale: number,
  label: string,
  lines: readonly (string | undefined)[],
  x: number,
  top: number,
  width: number,
): number {
  let y = top + builder.drawMultilingualText(label, x, top, 8.5, { width, colour: 'muted' }) + 2;
  for (const line of lines)
    if (line) y += builder.drawMultilingualText(line, x, y, 10 * scale, { width }) + 1;
  return y;
}

/** An invoice, a pro-forma invoice or a credit note on one A4 page; names and addresses in any alphabet, wrapped and never lost. */
export async function renderInvoice(invoice: InvoiceContent): Promise<Uint8Array> {
  await loadFontsFor(JSON.stringify(invoice));
  return renderOnePage(
    `${documentTitles[invoice.kind]} ${invoice.number}`,
    invoice.publisher.name,
    (sheet, scale) => layOutInvoice(invoice, sheet, scale),
  );
}

function layOutInvoice(invoice: InvoiceContent, builder: PdfBuilder, scale: number): number {
  const { kind, publisher, buyer, bank, paid } = invoice;
  const { pdf, paint } = builder;
  drawLetterhead(builder, publisher);
  pdf
    .font('serif')
    .fontSize(24)
    .fillColor(paint.ink)
    .text(`${documentTitles[kind]} ${invoice.number}`, pageSize.left, 112, { lineBreak: false });
  // Words that need a smaller size need the whole measure too: the two addresses then stand under each other.
  const [wide, right] =
    scale < 0.8 ? [textWidth, pageSize.left] : [halfWidth, pageSize.left + textWidth / 2 + 20];
  const left = drawBlock(
    builder,
    scale,
    'To',
    [
      buyer.company,
      buyer.name,
      ...buyer.address,
      buyer.email,
      buyer.taxId && `Tax ID ${buyer.taxId}`,
    ],
    pageSize.left,
    164,
    wide,
  );
  const from = drawBlock(
    builder,
    scale,
    'From',
    [
      publisher.name,
      publisher.address,
      publisher.email,
      publisher.taxId && `Tax ID ${publisher.taxId}`,
    ],
    right,
    right === pageSize.left ? left + 10 : 164,
    wide,
  );
  let y = Math.max(left, from) + 16;
  y =
    drawBlock(
      builder,
      scale,
      'Details',
      [
        `Date ${invoice.date}`,
        `Order ${invoice.order}`,
        invoice.refersTo && `Refers to invoice ${invoice.refersTo}`,
      ],
      pageSize.left,
      y,
      textWidth,
    ) + 18;
  const drawRule = (at: number): void =>
    void pdf
      .moveTo(pageSize.left, at)
      .lineTo(pageSize.left + textWidth, at)
      .lineWidth(0.75)
      .strokeColor(paint.rule)
      .stroke();
  const drawAmount = (text: string, at: number, size: number, bold: boolean): void =>
    void pdf
      .font(bold ? 'bold' : 'sans')
      .fontSize(size)
      .fillColor(paint.ink)
      .text(text, pageSize.left, at, { width: textWidth, align: 'right', lineBreak: false });
  drawRule(y);
  for (const { text, amount: cents } of invoice.lines) {
    drawAmount(formatExactDollars(cents), y + 10, 10.5, false);
    y +=
      builder.drawMultilingualText(text, pageSize.left, y + 10, 10.5 * scale, {
        width: textWidth - 110,
      }) + 20;
    drawRule(y);
  }
  builder.drawMultilingualText(`Total (${invoice.currency})`, pageSize.left, y + 12, 13, {
    width: halfWidth,
    bold: true,
  });
  drawAmount(formatExactDollars(invoice.total), y + 12, 13, true);
  y += 50;
  if (paid)
    y +=
      builder.drawMultilingualText(`Paid on ${paid.on} by ${paid.by}.`, pageSize.left, y, 10.5, {
        width: textWidth,
      }) + 10;
  if (bank)
    y =
      drawBlock(
        builder,
        scale,
        'Please transfer the total to',
        [bank.holder, `IBAN ${bank.iban}`, `BIC ${bank.bic}`, `Reference ${bank.reference}`],
        pageSize.left,
        y,
        textWidth,
      ) + 10;
  for (const note of invoice.notes)
    y +=
      builder.drawMultilingualText(note, pageSize.left, y, 9, {
        width: textWidth,
        colour: 'muted',
      }) + 6;
  return y;
}

/** A licence certificate on one A4 page: what was bought, what it allows, and where anybody can verify it. */
export async function renderCertificate(certificate: CertificateContent): Promise<Uint8Array> {
  await loadFontsFor(JSON.stringify(certificate));
  return renderOnePage(
    `Licence certificate ${certificate.number}`,
    certificate.publisher.name,
    (sheet, scale) => layOutCertificate(certificate, sheet, scale),
  );
}

function layOutCertificate(
  certificate: CertificateContent,
  builder: PdfBuilder,
  scale: number,
): number {
  const { publisher, report, holder } = certificate;
  drawLetterhead(builder, publisher);
  builder.pdf
    .font('serif')
    .fontSize(26)
    .fillColor(builder.paint.ink)
    .text('Licence certificate', pageSize.left, 132, { lineBreak: false });
  let y = 190;
  const addPart = (label: string, ...lines: readonly string[]): void =>
    void (y = drawBlock(builder, scale, label, lines, pageSize.left, y, textWidth) + 16);
  addPart('Certificate', certificate.number);
  addPart('Report', report.title, `${report.code}, edition ${report.edition}`);
  addPart('Holder', holder.company, holder.name);
  addPart('Licence', certificate.licence, certificate.rights, certificate.seats);
  addPart('Order', `${certificate.order}, ${certificate.date}`);
  builder.pdf
    .moveTo(pageSize.left, y)
    .lineTo(pageSize.left + textWidth, y)
    .lineWidth(0.75)
    .strokeColor(builder.paint.rule)
    .stroke();
  y += 16;
  addPart('To verify this certificate, open', certificate.verifyUrl);
  return (
    y +
    builder.drawMultilingualText(
      'The rights above are those that were sold with the order. Later changes of our terms do not touch them.',
      pageSize.left,
      y,
      9,
      { width: textWidth, colour: 'muted' },
    )
  );
}
