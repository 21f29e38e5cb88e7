import { listOffers, type LicenceTerms } from '#core/catalogue/licence.model.ts';
import type { Report } from '#core/catalogue/model.ts';
import { toDecimalString } from '#core/kernel/money.model.ts';
import { paths } from '#src/paths.ts';

type Shop = {
  readonly url: string;
  readonly origin: string;
  readonly publisher: string;
  readonly licences: readonly LicenceTerms[];
  readonly currency: string;
};

/** A report for search engines: a product with an offer for each licence, breadcrumb and FAQ. */
export function buildStructuredData(
  report: Report,
  { url, origin, publisher, licences, currency }: Shop,
): object[] {
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: report.title,
      description: report.metaDescription,
      sku: report.code,
      url,
      category: report.industry,
      brand: { '@type': 'Organization', name: publisher },
      offers: listPricedOffers(report, licences).map(({ id, name, cents }) => ({
        '@type': 'Offer',
        name,
        price: toDecimalString(cents, currency),
        priceCurrency: currency,
        availability: 'https://schema.org/InStock',
        url: origin + paths.checkout(report.code, id),
      })),
    },
    {
      '@context': 'https://schema.org',
      '@type': 'BreadcrumbList',
      itemListElement: [
        ['Home', origin],
        [report.industry, origin + paths.industry(report.industrySlug)],
        [report.title, url],
      ].map(([name, item], index) => ({ '@type': 'ListItem', position: index + 1, name, item })),
    },
    {
      '@context': 'https://schema.org',
      '@type': 'FAQPage',
      mainEntity: report.faqs.map(({ question, answer }) => ({
        '@type': 'Question',
        name: question,
        acceptedAnswer: { '@type': 'Answer', text: answer },
      })),
    },
  ];
}

/** Search engines are told amounts alone. */
const listPricedOffers = ({ prices }: Report, licences: readonly LicenceTerms[]) =>
  listOffers(prices, licences).flatMap(({ terms: { id, name }, price }) =>
    typeof price === 'number' ? [{ id, name, cents: price }] : [],
  );
