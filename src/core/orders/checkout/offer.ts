import type { ReportForSale } from '#core/catalogue/index.ts';
import {
  defaultLicence,
  findDefaultLicence,
  getLicencePrice,
  isLicence,
  licenceNames,
  licences,
  listOffers,
  type Licence,
} from '#core/catalogue/licence.model.ts';
import { fail, ok, type Outcome, type Refusal } from '#core/kernel/outcome.model.ts';
import type { OrderDeps } from '../deps.ts';
import { ensureBuyLinkId, findBuyLink } from './buy-link.store.ts';

/** One licence of a report, for sale. */
export type Offer = {
  readonly report: ReportForSale;
  readonly licence: Licence;
  /** Names the report and the licence in `/buy-now?id=…`. */
  readonly buyLinkId: number;
  readonly priceCents: number;
};

/** Finds what a report's code or a buy link offers. */
export class Offers {
  readonly #deps: OrderDeps;

  constructor(deps: OrderDeps) {
    this.#deps = deps;
  }

  /**
   * The offer behind a report's code or a buy link's id, in the link's licence where none is given,
   * else the smallest that can be ordered. `not-found` for an unknown id; `invalid` for a licence
   * that does not exist, is not offered for the report, or on request only.
   */
  async getOffer(id: string, licence?: string): Promise<Outcome<Offer>> {
    const { db, catalogue } = this.#deps;
    if (licence !== undefined && !isLicence(licence)) {
      const message = `Please choose one of the three licences: ${licences.join(', ')}.`;
      return fail('invalid', message, { type: [message] });
    }
    const link = /^\d{1,9}$/.test(id) ? await findBuyLink(db, Number(id)) : undefined;
    const report = await catalogue.getReportForSale(link ? { id: link.reportId } : { code: id });
    if (!report) return fail('not-found', 'This report is not for sale: there is no such report.');
    const chosen = licence ?? link?.licence ?? findDefaultLicence(report.prices) ?? defaultLicence;
    const priceCents = getLicencePrice(report.prices, chosen);
    if (priceCents === undefined) return refuseLicence(report, chosen);
    return ok({
      report,
      licence: chosen,
      buyLinkId: await ensureBuyLinkId(db, report.id, chosen),
      priceCents,
    });
  }
}

/** The licence can't be ordered here. */
export function refuseLicence({ prices }: ReportForSale, licence: Licence): Refusal {
  const isOnRequest = listOffers(prices).some((offer) => offer.licence === licence);
  const message = isOnRequest
    ? `The price of the licence “${licenceNames[licence]}” is on request: please ask us for it.`
    : `The licence “${licenceNames[licence]}” is not offered for this report.`;
  return fail('invalid', message, { type: [message] });
}
