import type { OrderDeps } from '../deps.ts';
import { type Outcome, fail, ok } from '#core/kernel/outcome.ts';
import {
  isLicence,
  licences,
  type Licence,
  defaultLicence,
  getLicencePrice,
} from '#core/catalogue/licence.model.ts';
import { ensureBuyLinkId } from './buy-link.store.ts';
import type { ReportForSale } from '#core/catalogue/index.ts';

export type Offer = {
  readonly report: ReportForSale;
  readonly licence: Licence;
  readonly buyLinkId: number;
  readonly priceCents: number;
};

export class Offers {
  readonly #deps: OrderDeps;

  constructor(deps: OrderDeps) {
    this.#deps = deps;
  }

  /**
   * What is for sale under a report's code or a link's id. Answers 404 for an unknown one, 422 for a licence that
   * does not exist; without a licence the link's own, else single-user.
   */
  async getOffer(id: string, licence?: string): Promise<Outcome<Offer>> {
    const { catalogue } = this.#deps;

    if (licence !== undefined && !isLicence(licence)) {
      const sentence = `Please choose one of the three licences: ${licences.join(', ')}.`;
      return fail('invalid', sentence, { type: [sentence] });
    }
    const link = /^\d{1,9}$/.test(id)
      ? await this.#deps.db
          .selectFrom('buyLink')
          .selectAll()
          .where('id', '=', Number(id))
          .executeTakeFirst()
      : undefined;
    const report = await catalogue.getReportForSale(link ? { id: link.reportId } : { code: id });
    if (!report) return fail('not-found', 'This report is not for sale: there is no such report.');
    const chosen = licence ?? link?.licence ?? defaultLicence;
    return ok({
      report,
      licence: chosen,
      buyLinkId: await ensureBuyLinkId(this.#deps.db, report.id, chosen),
      priceCents: getLicencePrice(report.prices, chosen),
    });
  }
}
