import type { CertificateContent } from './certificate.model.ts';
import { licenceNames, removeLicenceName } from '#core/catalogue/licence.model.ts';
import type { OrderDeps } from '../deps.ts';
import { statesWithAccess } from '../model.ts';

import type { Purchase } from '../purchase.store.ts';

/** What the page behind a certificate's address shows to anybody who has it: the licence as bought, and whether it still holds. */
export type VerifiedCertificate = {
  readonly certificate: CertificateContent;
  readonly isValid: boolean;
};

const describeReaders = (seats: number | null): string =>
  seats === null
    ? 'Everyone employed by the company.'
    : seats === 1
      ? 'One named reader.'
      : `Up to ${seats} named readers of the company.`;

export class Certificates {
  readonly #deps: OrderDeps;

  constructor(deps: OrderDeps) {
    this.#deps = deps;
  }

  /** The certificate behind its address, frozen as bought; undefined where there is none. */
  async verifyCertificate(token: string): Promise<VerifiedCertificate | undefined> {
    if (!/^[0-9a-f]{32}$/.test(token)) return undefined;
    const order = await this.#deps.db
      .selectFrom('purchase')
      .selectAll()
      .where('certificateToken', '=', token)
      .executeTakeFirst();
    return (
      order && {
        certificate: await this.#buildCertificate(order),
        isValid: statesWithAccess.includes(order.state),
      }
    );
  }

  async #buildCertificate(order: Purchase): Promise<CertificateContent> {
    const { siteName } = await this.#deps.getPublisher();
    return {
      number: `LC-${order.number}`,
      order: order.number,
      licence: `${licenceNames[order.licence]} licence`,
      rights: removeLicenceName(order.rights),
      report: { title: order.reportTitle, code: order.reportCode, edition: order.editionNumber },
      holder: { name: order.name, company: order.companyName },
      seats: describeReaders(order.seatLimit),
      date: (order.paidAt ?? order.placedAt).toISOString().slice(0, 10),
      verifyUrl: `${this.#deps.origin}/verify/${String(order.certificateToken)}`,
      publisher: { name: siteName, website: this.#deps.origin },
    };
  }

  /** The certificate as PDF, for who has its address; undefined where there is none or it no longer holds. */
  async renderCertificatePdf(
    token: string,
  ): Promise<{ bytes: Uint8Array; fileName: string } | undefined> {
    const found = await this.verifyCertificate(token);
    return found?.isValid
      ? {
          bytes: await this.#deps.documents.renderCertificate(found.certificate),
          fileName: `${found.certificate.number}.pdf`,
        }
      : undefined;
  }
}
