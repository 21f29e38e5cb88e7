/**
 * The part of schema.org's vocabulary (release 30.0, schema.org/docs/developers.html) that pages use:
 * which properties a type has, and what each may hold.
 */

type Range = 'text' | 'url' | 'number' | 'boolean' | 'date' | 'any type' | `type ${string}`;
type Properties = Readonly<Record<string, readonly Range[]>>;
type Type = {
  readonly above?: string;
  readonly properties: Properties;
  /** Of these search engines make nothing without it. */
  readonly required?: readonly string[];
};

const party: readonly Range[] = ['type Organization', 'type Person'];

const types: Readonly<Record<string, Type>> = {
  Thing: {
    properties: {
      name: ['text'],
      description: ['text'],
      url: ['url'],
      image: ['url'],
      sameAs: ['url'],
      mainEntityOfPage: ['url'],
      potentialAction: ['type Action'],
    },
  },
  CreativeWork: {
    above: 'Thing',
    properties: {
      headline: ['text'],
      author: party,
      publisher: party,
      creator: party,
      text: ['text'],
      datePublished: ['date'],
      dateModified: ['date'],
      citation: ['text'],
      license: ['url', 'type CreativeWork'],
      isBasedOn: ['url'],
      mainEntity: ['any type'],
      isAccessibleForFree: ['boolean'],
      temporalCoverage: ['text'],
      encodingFormat: ['text'],
      spatialCoverage: ['type Place'],
      creditText: ['text'],
    },
  },
  Place: { above: 'Thing', properties: {}, required: ['name'] },
  Organization: {
    above: 'Thing',
    properties: {
      logo: ['url'],
      email: ['text'],
      telephone: ['text'],
      address: ['text'],
      parentOrganization: ['type Organization'],
      hasMerchantReturnPolicy: ['type MerchantReturnPolicy'],
    },
    required: ['name'],
  },
  Person: { above: 'Thing', properties: { worksFor: ['type Organization'] }, required: ['name'] },
  WebSite: { above: 'CreativeWork', properties: {}, required: ['name', 'url'] },
  Action: { above: 'Thing', properties: { target: ['type EntryPoint'] } },
  // "-input" marks what somebody has to give: schema.org/docs/actions.html.
  SearchAction: { above: 'Action', properties: { 'query-input': ['text'] } },
  EntryPoint: { above: 'Thing', properties: { urlTemplate: ['text'] } },
  ItemList: {
    above: 'Thing',
    properties: { itemListElement: ['type ListItem'], numberOfItems: ['number'] },
    required: ['itemListElement'],
  },
  BreadcrumbList: { above: 'ItemList', properties: {} },
  ListItem: {
    above: 'Thing',
    properties: { position: ['number'], item: ['url'] },
    required: ['position', 'name'],
  },
  Product: {
    above: 'Thing',
    properties: {
      sku: ['text'],
      category: ['text'],
      brand: ['type Brand'],
      offers: ['type Offer'],
    },
    required: ['name', 'image', 'sku', 'brand', 'url'],
  },
  Brand: { above: 'Thing', properties: {}, required: ['name'] },
  Offer: {
    above: 'Thing',
    properties: {
      sku: ['text'],
      price: ['text'],
      priceCurrency: ['text'],
      availability: ['url'],
      itemCondition: ['url'],
      seller: party,
      hasMerchantReturnPolicy: ['type MerchantReturnPolicy'],
    },
    required: ['price', 'priceCurrency', 'availability', 'url', 'sku'],
  },
  MerchantReturnPolicy: { above: 'Thing', properties: { merchantReturnLink: ['url'] } },
  Dataset: {
    above: 'CreativeWork',
    properties: { variableMeasured: ['text'], distribution: ['type DataDownload'] },
    required: ['name', 'description', 'distribution', 'temporalCoverage', 'spatialCoverage'],
  },
  MediaObject: { above: 'CreativeWork', properties: { contentUrl: ['url'] } },
  DataDownload: { above: 'MediaObject', properties: {}, required: ['contentUrl'] },
  Article: {
    above: 'CreativeWork',
    properties: {},
    required: ['headline', 'datePublished', 'author'],
  },
  NewsArticle: { above: 'Article', properties: {} },
  WebPage: { above: 'CreativeWork', properties: {} },
  FAQPage: { above: 'WebPage', properties: {}, required: ['mainEntity'] },
  Comment: { above: 'CreativeWork', properties: {} },
  Question: {
    above: 'Comment',
    properties: { acceptedAnswer: ['type Answer'] },
    required: ['name', 'acceptedAnswer'],
  },
  Answer: { above: 'Comment', properties: {}, required: ['text'] },
};

const lineage = (name: string): string[] => {
  const above = types[name]?.above;
  return above === undefined ? [name] : [name, ...lineage(above)];
};

const isNode = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the words of an item that are not schema.org's; nothing if all are. */
export function listVocabularyErrors(item: unknown): string[] {
  if (!isNode(item)) return ['an item is no object'];
  const { '@context': context, ...node } = item;
  return [
    ...(context === 'https://schema.org' ? [] : [`the context is ${String(context)}`]),
    ...listNodeErrors(node),
  ];
}

function listNodeErrors(node: Readonly<Record<string, unknown>>): string[] {
  const { '@type': name, ...properties } = node;
  if (typeof name !== 'string' || !types[name]) return [`${String(name)} is no type`];
  const known = lineage(name).map((one) => types[one]);
  const required = known.flatMap((type) => type?.required ?? []);
  const missing = required.filter((one) => !(one in properties));
  return [
    ...missing.map((one) => `${name} lacks ${one}`),
    ...Object.entries(properties).flatMap(([property, value]) => {
      const ranges = known.find((type) => type?.properties[property])?.properties[property];
      if (!ranges) return [`${name} has no ${property}`];
      return [value].flat().flatMap((one) => {
        if (!ranges.some((range) => fits(one, range)))
          return [`${name}.${property} can not be ${JSON.stringify(one)}`];
        return isNode(one) ? listNodeErrors(one) : [];
      });
    }),
  ];
}

const isoDate = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/;

function fits(value: unknown, range: Range): boolean {
  switch (range) {
    case 'text':
      return typeof value === 'string' && value.trim() !== '';
    case 'url':
      return typeof value === 'string' && /^https?:\/\//.test(value) && URL.canParse(value);
    case 'number':
      return typeof value === 'number' && Number.isFinite(value);
    case 'boolean':
      return typeof value === 'boolean';
    case 'date':
      return typeof value === 'string' && isoDate.test(value);
    case 'any type':
      return isNode(value);
    default:
      return isNode(value) && lineage(String(value['@type'])).includes(range.slice('type '.length));
  }
}
