import type { CertificateContent } from '#core/orders/licences/certificate.model.ts';
import { loadFontsFor } from './noto-fonts.ts';
import { drawBlock, drawLetterhead, renderOnePage } from './one-page-pdf.ts';
import { pageSize, textWidth } from './page-layout.ts';
import type { PdfBuilder } from './pdf-builder.ts';

/** A licence certificate on one A4 page: what was bought, what it allows, where to verify it. */
export async function renderCertificate(certificate: CertificateContent): Promise<Uint8Array> {
  await loadFontsFor(JSON.stringify(certificate));
  return renderOnePage(
    `Licence certificate ${certificate.number}`,
    certificate.publisher.name,
    (builder, scale) => layOutCertificate(certificate, builder, scale),
  );
}

function layOutCertificate(
  certificate: CertificateContent,
  builder: PdfBuilder,
  scale: number,
): number {
  const { number, report, holder, licence, rights, seats, order, date } = certificate;
  const title = { text: 'Licence certificate', size: 26, top: 132 };
  drawLetterhead(builder, certificate.publisher, title);
  const column = { x: pageSize.left, width: textWidth, scale };
  let y = 190;
  const addBlock = (label: string, ...lines: readonly string[]): void => {
    y = drawBlock(builder, { ...column, label, lines, top: y }) + 16;
  };
  addBlock('Certificate', number);
  addBlock('Report', report.title, `${report.code}, edition ${report.edition}`);
  addBlock('Holder', holder.company, holder.name);
  addBlock('Licence', licence, rights, seats);
  addBlock('Order', `${order}, ${date}`);
  builder.drawRule(y);
  y += 16;
  addBlock('To verify this certificate, open', certificate.verifyUrl);
  const noteHeight = builder.drawMultilingualText(certificate.note, {
    x: pageSize.left,
    top: y,
    size: 9,
    width: textWidth,
    colour: 'muted',
  });
  return y + noteHeight;
}
