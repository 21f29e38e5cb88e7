/** schema.org's description of a report, from the values that its page shows. */
import { listDescriptionCharts, type Chart } from '#core/catalogue/drawing/charts.model.ts';
import type { Source } from '#core/catalogue/figures/figures.model.ts';
import { listOffers, type LicenceTerms } from '#core/catalogue/reports/licence.model.ts';
import type { Report } from '#core/catalogue/model.ts';
import { toDecimalString } from '#core/kernel/money.model.ts';
import { paths } from '#src/paths.ts';
import { buildReturnPolicy } from './site.ts';

type Place = {
  readonly origin: string;
  readonly publisher: string;
  readonly licences: readonly LicenceTerms[];
  readonly currency: string;
  readonly hasRefundPolicy: boolean;
};

type LineChart = Extract<Chart, { kind: 'lines' }>;

/**
 * A product with an offer for each licence that has a price, the questions that it answers, and each
 * series that it shows as a dataset. Parts that the report lacks are left out.
 */
export function buildReportData(report: Report, place: Place): object[] {
  const { faqs } = report;
  const url = place.origin + paths.report(report.slug);
  const shown = listDescriptionCharts(report).filter((chart) => chart.kind === 'lines');
  return [
    buildProduct(report, place),
    ...(faqs.length > 0 ? [buildQuestions(faqs)] : []),
    ...shown.map((chart) => buildDataset(report, chart, { ...place, url })),
  ];
}

/** As Google asks for merchant listings: developers.google.com/search/docs, "Merchant listing". */
function buildProduct(report: Report, place: Place): object {
  const { code, title, metaDescription } = report;
  const { origin, publisher, licences } = place;
  const offers = listOffers(report.prices, licences).flatMap(({ terms, price }) =>
    price === 'on-request' ? [] : [buildOffer(report, { terms, cents: price }, place)],
  );
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: title,
    ...(metaDescription && { description: metaDescription }),
    sku: code,
    // The card is a PNG, which every reader of the data can show.
    image: [origin + paths.shareCard(code), origin + paths.cover(code)],
    url: origin + paths.report(report.slug),
    category: report.industry,
    brand: { '@type': 'Brand', name: publisher },
    ...(offers.length > 0 && { offers }),
  };
}

const buildOffer = (
  report: Report,
  { terms, cents }: { readonly terms: LicenceTerms; readonly cents: number },
  { origin, publisher, currency, hasRefundPolicy }: Place,
): object => ({
  '@type': 'Offer',
  name: terms.name,
  sku: `${report.code}-${terms.id}`,
  price: toDecimalString(cents, currency),
  priceCurrency: currency,
  availability: 'https://schema.org/InStock',
  ...(report.delivery.kind === 'by-us' && {
    deliveryLeadTime: {
      '@type': 'QuantitativeValue',
      maxValue: report.delivery.days,
      unitCode: 'DAY',
    },
  }),
  itemCondition: 'https://schema.org/NewCondition',
  // The checkout is closed to crawlers, and a licence is chosen here.
  url: origin + paths.report(report.slug),
  seller: { '@type': 'Organization', name: publisher },
  ...(hasRefundPolicy && { hasMerchantReturnPolicy: buildReturnPolicy(origin) }),
});

const buildQuestions = (faqs: Report['faqs']): object => ({
  '@context': 'https://schema.org',
  '@type': 'FAQPage',
  mainEntity: faqs.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  })),
});

/** The series of a chart, which everybody may download below it. */
function buildDataset(
  report: Report,
  { key, series: [series] }: LineChart,
  { origin, publisher, url }: Place & { readonly url: string },
): object {
  const source: Source | undefined = report.sources.find(({ id }) => id === series.source);
  const [first, last] = [series.points[0]?.[0], series.points.at(-1)?.[0]];
  const name = `${series.label}, ${series.place}: ${report.title}`;
  return {
    '@context': 'https://schema.org',
    '@type': 'Dataset',
    name,
    description: `${name}. Annual values in ${series.unit}, with their source and notes.`,
    url,
    isAccessibleForFree: true,
    ...(source && {
      license: describeLicence(source.licence),
      citation: source.attribution,
      isBasedOn: source.url,
    }),
    ...(first !== undefined && { temporalCoverage: `${first}/${last}` }),
    ...(series.place && { spatialCoverage: { '@type': 'Place', name: series.place } }),
    variableMeasured: series.label,
    creator: { '@type': 'Organization', name: source?.publisher ?? publisher },
    publisher: { '@type': 'Organization', name: publisher },
    distribution: [
      {
        '@type': 'DataDownload',
        encodingFormat: 'text/csv',
        contentUrl: origin + paths.chartCsv(report.code, key),
      },
    ],
  };
}

/** The address of a licence that has one; else what it is called. */
function describeLicence(licence: string): string | object {
  if (URL.canParse(licence)) return licence;
  const [, kind, version] = /^CC (BY(?:-NC)?(?:-SA|-ND)?) (\d\.\d)$/i.exec(licence) ?? [];
  return kind && version
    ? `https://creativecommons.org/licenses/${kind.toLowerCase()}/${version}/`
    : { '@type': 'CreativeWork', name: licence };
}
