import { licenceNames, sentenceOf, type Licence } from '../catalogue/licence.model.ts';
import type { World } from '../world.ts';
import type { Asked } from './asked.ts';
import { delivered, type OrderState } from './model.ts';
import type { CertificatePaper } from './papers.model.ts';
import type { Purchase } from './store.ts';

/** What the page behind a certificate's address shows to anybody who has it: the licence as bought, and whether it still holds. */
export type Verified = { readonly paper: CertificatePaper; readonly holds: boolean };

const readers = (seats: number | null): string =>
  seats === null
    ? 'Everyone employed by the company.'
    : seats === 1
      ? 'One named reader.'
      : `Up to ${seats} named readers of the company.`;

/** The certificate behind its address, frozen as bought; undefined where there is none. */
export async function verify(
  world: World,
  asked: Asked,
  token: string,
): Promise<Verified | undefined> {
  if (!/^[0-9a-f]{32}$/.test(token)) return undefined;
  const order = await world.db
    .selectFrom('purchase')
    .selectAll()
    .where('certificate', '=', token)
    .executeTakeFirst();
  return (
    order && {
      paper: await paperOf(world, asked, order),
      holds: delivered.includes(order.state as OrderState),
    }
  );
}

async function paperOf(world: World, asked: Asked, order: Purchase): Promise<CertificatePaper> {
  const { siteName } = await asked.site();
  return {
    number: `LC-${String(order.number)}`,
    order: String(order.number),
    licence: `${licenceNames[order.licence as Licence]} licence`,
    rights: sentenceOf(order.rights),
    report: { title: order.reportTitle, code: order.reportCode, edition: order.edition },
    holder: { name: order.name, company: order.companyName },
    seats: readers(order.seats),
    date: (order.paidAt ?? order.placedAt).toISOString().slice(0, 10),
    verifyUrl: `${world.origin}/verify/${String(order.certificate)}`,
    publisher: { name: siteName, website: world.origin },
  };
}

/** The certificate as PDF, for who has its address; undefined where there is none or it no longer holds. */
export async function certificatePdf(
  world: World,
  asked: Asked,
  token: string,
): Promise<{ bytes: Uint8Array; fileName: string } | undefined> {
  const found = await verify(world, asked, token);
  return found?.holds
    ? { bytes: await world.press.certificate(found.paper), fileName: `${found.paper.number}.pdf` }
    : undefined;
}
