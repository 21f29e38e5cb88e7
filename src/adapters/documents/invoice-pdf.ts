import { formatExactMoney, type Cents } from '#core/kernel/money.model.ts';
import type { InvoiceContent } from '#core/orders/documents/invoice.model.ts';
import { loadFontsFor } from './noto-fonts.ts';
import { isLatin } from './inter-fonts.ts';
import { drawBlock, drawLetterhead, renderOnePage } from './one-page-pdf.ts';
import { pageSize, textWidth } from './page-layout.ts';
import type { PdfBuilder } from './pdf-builder.ts';

const documentTitles = {
  invoice: 'Invoice',
  'corrected-invoice': 'Corrected invoice',
  'pro-forma': 'Pro-forma invoice',
  'credit-note': 'Credit note',
  'credit-note-reversal': 'Credit note reversal',
} as const;
const halfWidth = textWidth / 2 - 20;

/**
 * The state that the parts of an invoice share. Each part is drawn from `top` and answers where it
 * ends.
 */
type Layout = {
  readonly invoice: InvoiceContent;
  readonly builder: PdfBuilder;
  readonly scale: number;
};

/**
 * An invoice, a pro-forma invoice or a credit note on one A4 page; names and addresses in any
 * alphabet, broken into lines and never cut.
 */
export async function renderInvoice(invoice: InvoiceContent): Promise<Uint8Array> {
  await loadFontsFor(JSON.stringify(invoice));
  const title = `${documentTitles[invoice.kind]} ${invoice.number}`;
  return renderOnePage(title, invoice.publisher.name, (builder, scale) => {
    const layout = { invoice, builder, scale };
    drawLetterhead(builder, invoice.publisher, { text: title, size: 24, top: 112 });
    const partiesEnd = drawParties(layout, 164);
    const detailsEnd = drawDetails(layout, partiesEnd + 16);
    const linesEnd = drawLines(layout, detailsEnd + 18);
    const taxEnd = drawTax(layout, linesEnd);
    const totalEnd = drawTotal(layout, taxEnd + 12);
    return drawNotes(layout, drawPayment(layout, totalEnd));
  });
}

/** Buyer and seller side by side; a smaller scale needs the whole width for each of them. */
function drawParties({ invoice, builder, scale }: Layout, top: number): number {
  const { buyer, publisher } = invoice;
  const isStacked = scale < 0.8;
  const width = isStacked ? textWidth : halfWidth;
  const buyerEnd = drawBlock(builder, {
    label: 'To',
    lines: [
      buyer.company,
      buyer.name,
      ...buyer.address,
      buyer.email,
      buyer.taxId && `Tax ID ${buyer.taxId}`,
    ],
    x: pageSize.left,
    top,
    width,
    scale,
  });
  const sellerEnd = drawBlock(builder, {
    label: 'From',
    lines: [
      publisher.name,
      publisher.address,
      publisher.email,
      publisher.taxId && `Tax ID ${publisher.taxId}`,
    ],
    x: isStacked ? pageSize.left : pageSize.left + textWidth / 2 + 20,
    top: isStacked ? buyerEnd + 10 : top,
    width,
    scale,
  });
  return Math.max(buyerEnd, sellerEnd);
}

const drawDetails = ({ invoice, builder, scale }: Layout, top: number): number =>
  drawBlock(builder, {
    label: 'Details',
    lines: [
      `Date ${invoice.date}`,
      `Order ${invoice.order}`,
      invoice.refersTo &&
        (invoice.kind === 'credit-note-reversal'
          ? `Takes back credit note ${invoice.refersTo}`
          : `Refers to invoice ${invoice.refersTo}`),
    ],
    x: pageSize.left,
    top,
    width: textWidth,
    scale,
  });

function drawLines({ invoice, builder, scale }: Layout, top: number): number {
  let y = top;
  builder.drawRule(y);
  for (const { text, amount: cents } of invoice.lines) {
    drawAmount(builder, formatAmount(cents, invoice.currency), y + 10, {
      font: 'sans',
      size: 10.5,
    });
    const placement = { x: pageSize.left, top: y + 10, size: 10.5 * scale, width: textWidth - 110 };
    y += builder.drawMultilingualText(text, placement) + 20;
    builder.drawRule(y);
  }
  return y;
}

/** The net amount and the tax, if there is one. */
function drawTax({ invoice, builder }: Layout, top: number): number {
  const { tax, currency } = invoice;
  if (!tax) return top;
  let y = top + 10;
  for (const [label, cents] of [
    ['Net', tax.net],
    [tax.label, tax.amount],
  ] as const) {
    drawAmount(builder, formatAmount(cents, currency), y, { font: 'sans', size: 10.5 });
    const placement = { x: pageSize.left, top: y, size: 10.5, width: textWidth - 110 };
    y += builder.drawMultilingualText(label, placement) + 6;
  }
  builder.drawRule(y + 2);
  return y;
}

function drawTotal({ invoice, builder }: Layout, top: number): number {
  builder.drawMultilingualText(`Total (${invoice.currency})`, {
    x: pageSize.left,
    top,
    size: 13,
    width: halfWidth,
    bold: true,
  });
  drawAmount(builder, formatAmount(invoice.total, invoice.currency), top, {
    font: 'bold',
    size: 13,
  });
  return top + 38;
}

/** How the invoice was paid, and where to transfer the total to. */
function drawPayment({ invoice, builder, scale }: Layout, top: number): number {
  const { paid, bank } = invoice;
  let y = top;
  if (paid) {
    const placement = { x: pageSize.left, top: y, size: 10.5, width: textWidth };
    y += builder.drawMultilingualText(`Paid on ${paid.on} by ${paid.by}.`, placement) + 10;
  }
  if (!bank) return y;
  const bankEnd = drawBlock(builder, {
    label: 'Please transfer the total to',
    lines: [bank.holder, `IBAN ${bank.iban}`, `BIC ${bank.bic}`, `Reference ${bank.reference}`],
    x: pageSize.left,
    top: y,
    width: textWidth,
    scale,
  });
  return bankEnd + 10;
}

function drawNotes({ invoice, builder }: Layout, top: number): number {
  let y = top;
  for (const note of invoice.notes) {
    const placement = { x: pageSize.left, top: y, size: 9, width: textWidth } as const;
    y += builder.drawMultilingualText(note, { ...placement, colour: 'muted' }) + 6;
  }
  return y;
}

/** "¥250,000"; with the code if the fonts of every document lack the sign: "INR 2,500.00". */
function formatAmount(cents: Cents, currency: string): string {
  const amount = formatExactMoney(cents, currency);
  return isLatin(amount) ? amount : amount.replace(/[^\d.,-]+/, `${currency} `);
}

/** An amount at the right margin. */
function drawAmount(
  { pdf, palette }: PdfBuilder,
  amount: string,
  top: number,
  { font, size }: { readonly font: 'sans' | 'bold'; readonly size: number },
): void {
  pdf
    .font(font)
    .fontSize(size)
    .fillColor(palette.ink)
    .text(amount, pageSize.left, top, { width: textWidth, align: 'right', lineBreak: false });
}
