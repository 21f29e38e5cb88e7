import type { CertificateContent } from './certificate.model.ts';
import { licenceNames, removeLicenceName } from '#core/catalogue/licence.model.ts';
import type { Deps } from '#core/deps.ts';
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

/** The certificate behind its address, frozen as bought; undefined where there is none. */
export async function verifyCertificate(
  deps: Deps,
  orderDeps: OrderDeps,
  token: string,
): Promise<VerifiedCertificate | undefined> {
  if (!/^[0-9a-f]{32}$/.test(token)) return undefined;
  const order = await deps.db
    .selectFrom('purchase')
    .selectAll()
    .where('certificateToken', '=', token)
    .executeTakeFirst();
  return (
    order && {
      certificate: await buildCertificate(deps, orderDeps, order),
      isValid: statesWithAccess.includes(order.state),
    }
  );
}

async function buildCertificate(
  deps: Deps,
  orderDeps: OrderDeps,
  order: Purchase,
): Promise<CertificateContent> {
  const { siteName } = await orderDeps.getPublisher();
  return {
    number: `LC-${order.number}`,
    order: order.number,
    licence: `${licenceNames[order.licence]} licence`,
    rights: removeLicenceName(order.rights),
    report: { title: order.reportTitle, code: order.reportCode, edition: order.editionNumber },
    holder: { name: order.name, company: order.companyName },
    seats: describeReaders(order.seatLimit),
    date: (order.paidAt ?? order.placedAt).toISOString().slice(0, 10),
    verifyUrl: `${deps.origin}/verify/${String(order.certificateToken)}`,
    publisher: { name: siteName, website: deps.origin },
  };
}

/** The certificate as PDF, for who has its address; undefined where there is none or it no longer holds. */
export async function renderCertificatePdf(
  deps: Deps,
  orderDeps: OrderDeps,
  token: string,
): Promise<{ bytes: Uint8Array; fileName: string } | undefined> {
  const found = await verifyCertificate(deps, orderDeps, token);
  return found?.isValid
    ? {
        bytes: await deps.documents.renderCertificate(found.certificate),
        fileName: `${found.certificate.number}.pdf`,
      }
    : undefined;
}
