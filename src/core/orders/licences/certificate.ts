import { hasAccess } from '../order-states.model.ts';
import { removeLicenceName } from '#core/catalogue/reports/licence.model.ts';
import type { Deps } from '#core/deps.ts';
import { formatDay } from '#core/kernel/date.model.ts';
import { getBuyer } from '../buyer.model.ts';
import { getPaidDay } from '../paid-day.model.ts';
import type { OrderDeps } from '../deps.ts';
import type { Purchase } from '../purchase.store.ts';
import type { CertificateContent } from './certificate.model.ts';
import { findPurchaseByCertificate } from './certificate.store.ts';

/** A certificate, and whether its licence is still valid: false after a refund or in a dispute. */
export type VerifiedCertificate = {
  readonly certificate: CertificateContent;
  readonly isValid: boolean;
};

/** Returns the token of the links to an order's certificate; null if it has none. */
export const openCertificateToken = (
  vault: Deps['vault'],
  { certificateToken }: Pick<Purchase, 'certificateToken'>,
): string | null => certificateToken && vault.open(certificateToken);

/** Certificates of licences, for anybody who has the link. */
export class Certificates {
  readonly #deps: OrderDeps;

  constructor(deps: OrderDeps) {
    this.#deps = deps;
  }

  /** The certificate behind a link, as the licence was sold; undefined where there is none. */
  async verifyCertificate(token: string): Promise<VerifiedCertificate | undefined> {
    const storedTokens = this.#deps.secrets.listStored(token);
    if (!storedTokens) return undefined;
    const order = await findPurchaseByCertificate(this.#deps.db, storedTokens);
    return (
      order && {
        certificate: await this.#buildCertificate(order, token),
        isValid: hasAccess(order.state),
      }
    );
  }

  /** The certificate as a PDF; undefined where there is none, or it is no longer valid. */
  async renderCertificatePdf(
    token: string,
  ): Promise<{ bytes: Uint8Array; fileName: string } | undefined> {
    const verified = await this.verifyCertificate(token);
    if (!verified?.isValid) return undefined;
    const { certificate } = verified;
    return {
      bytes: await this.#deps.documents.renderCertificate(certificate),
      fileName: `${certificate.number}.pdf`,
    };
  }

  async #buildCertificate(order: Purchase, token: string): Promise<CertificateContent> {
    const { siteName, letterhead, certificateNote } = await this.#deps.getPublisher();
    const holder = getBuyer(order);
    return {
      number: `LC-${order.number}`,
      order: order.number,
      licence: `${order.licenceName} licence`,
      rights: removeLicenceName(order.rights, order.licenceName),
      report: { title: order.reportTitle, code: order.reportCode, edition: order.editionNumber },
      holder: { name: holder.name, company: holder.company },
      seats: describeReaders(order.seatLimit),
      date: formatDay(getPaidDay(order)),
      verifyUrl: `${this.#deps.origin}/verify/${token}`,
      note: certificateNote,
      publisher: {
        name: siteName,
        website: this.#deps.origin,
        accent: letterhead.accent,
      },
    };
  }
}

function describeReaders(seatLimit: number | null): string {
  if (seatLimit === null) return 'Everyone employed by the company.';
  return seatLimit === 1 ? 'One named reader.' : `Up to ${seatLimit} named readers of the company.`;
}
