/**
 * Google Search's demands on the types that pages use, after excerpts of its documentation
 * (developers.google.com/search/docs/appearance/structured-data, as of November 2026).
 */

type Requirement = {
  /** The page of the documentation. */
  readonly page: string;
  /** Without these it makes nothing of the item. */
  readonly required: readonly string[];
  /** Those that it recommends and every page of ours can tell. */
  readonly recommended: readonly string[];
};

const googleRequirements: Readonly<Record<string, Requirement>> = {
  Product: {
    page: 'merchant-listing',
    required: ['name', 'image'],
    recommended: ['sku', 'brand', 'url'],
  },
  Offer: {
    page: 'merchant-listing',
    required: ['price', 'priceCurrency'],
    recommended: ['availability', 'itemCondition', 'url', 'sku'],
  },
  Brand: { page: 'merchant-listing', required: ['name'], recommended: [] },
  // Either this, or a country and a category: "Option B" of organizations.
  MerchantReturnPolicy: {
    page: 'return-policy',
    required: ['merchantReturnLink'],
    recommended: [],
  },
  Organization: { page: 'organization', required: [], recommended: ['name', 'url'] },
  Person: { page: 'article', required: ['name'], recommended: ['url'] },
  WebSite: { page: 'site-names', required: ['name', 'url'], recommended: [] },
  BreadcrumbList: { page: 'breadcrumb', required: ['itemListElement'], recommended: [] },
  ItemList: { page: 'carousel', required: ['itemListElement'], recommended: [] },
  ListItem: { page: 'breadcrumb', required: ['position', 'name'], recommended: [] },
  Article: {
    page: 'article',
    required: [],
    recommended: ['headline', 'author', 'datePublished', 'dateModified'],
  },
  NewsArticle: {
    page: 'article',
    required: [],
    recommended: ['headline', 'author', 'datePublished', 'dateModified'],
  },
  Dataset: {
    page: 'dataset',
    required: ['name', 'description'],
    recommended: [
      'creator',
      'distribution',
      'isAccessibleForFree',
      'license',
      'url',
      'spatialCoverage',
      'temporalCoverage',
      'variableMeasured',
    ],
  },
  DataDownload: { page: 'dataset', required: ['contentUrl'], recommended: ['encodingFormat'] },
  FAQPage: { page: 'faqpage', required: ['mainEntity'], recommended: [] },
  Question: { page: 'faqpage', required: ['name', 'acceptedAnswer'], recommended: [] },
  Answer: { page: 'faqpage', required: ['text'], recommended: [] },
};

/** Inside of offers, articles and datasets a name is enough. */
const namedOnly = new Set(['seller', 'creator', 'publisher', 'worksFor', 'parentOrganization']);

type Node = Readonly<Record<string, unknown>>;
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isLongerThan = (text: unknown, length: number): boolean =>
  typeof text === 'string' && text.length > length;
const count = (value: unknown): number => (Array.isArray(value) ? value.length : 0);

/** Rules that no list of properties says. */
const rules: Readonly<Record<string, (node: Node) => readonly (readonly [string, boolean])[]>> = {
  Offer: ({ price, priceCurrency }) => [
    ['has no price above zero', !(Number(price) > 0)],
    ['has no currency of ISO 4217', !/^[A-Z]{3}$/.test(String(priceCurrency))],
  ],
  BreadcrumbList: ({ itemListElement }) => [['has one step', count(itemListElement) < 2]],
  Dataset: ({ name, description }) => [
    ['is described in less than 50 characters', !isLongerThan(description, 49)],
    ['is described in over 5,000 characters', isLongerThan(description, 5000)],
    ['has no name of its own', name === description],
  ],
  Article: ({ author }) => [['has an author of no type', !isNode(author)]],
  NewsArticle: ({ author }) => [['has an author of no type', !isNode(author)]],
};

/**
 * Returns the faults of an item for Google, and what it would like to know; nothing if all is
 * there.
 */
export function listGoogleErrors(item: unknown, property = ''): string[] {
  if (Array.isArray(item)) return item.flatMap((one) => listGoogleErrors(one, property));
  if (!isNode(item)) return [];
  const type = String(item['@type']);
  const { required = [], recommended = [] } = googleRequirements[type] ?? {};
  const wanted = namedOnly.has(property) ? ['name'] : [...required, ...recommended];
  return [
    ...wanted.filter((one) => !(one in item)).map((one) => `${type} lacks ${one} for Google`),
    ...(rules[type]?.(item) ?? []).flatMap(([error, isWrong]) =>
      isWrong ? [`${type} ${error}`] : [],
    ),
    ...Object.entries(item).flatMap(([name, value]) => listGoogleErrors(value, name)),
  ];
}
