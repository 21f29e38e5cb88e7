/** Compares what a page tells search engines with what it shows. */
import { z } from 'zod';
import { listGoogleErrors } from './google-requirements.ts';
import { listVocabularyErrors } from './schema-org.ts';

const itemSchema = z.looseObject({ '@type': z.string() });
type Item = z.infer<typeof itemSchema>;

/** A page's words, and the addresses and pictures that it leads to. */
type Shown = {
  readonly text: string;
  /** The words without signs between digits: "1200" of "1,200" and "1 200". */
  readonly digits: string;
  readonly paths: ReadonlySet<string>;
};

/**
 * Returns the structured data that the page does not show, and their words that are not
 * schema.org's; nothing for a page whose data are true.
 */
export function listStructuredDataErrors(html: string): string[] {
  const shown = readShown(html);
  return readItems(html).flatMap((item) => [
    ...listVocabularyErrors(item),
    ...listGoogleErrors(item),
    ...listClaims(item)
      .filter(([kind, claim]) => !isShown(shown, kind, claim))
      .map(([kind, claim]) => `${item['@type']} says the ${kind} ${claim}, which is not shown`),
  ]);
}

/** Throws if a script is no JSON. */
const readItems = (html: string): Item[] =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
    ([, json = '']) => itemSchema.parse(JSON.parse(json)),
  );

function readShown(html: string): Shown {
  const text = decode(
    html
      .replaceAll(/<(script|style)\b.*?<\/\1>/gs, ' ')
      .replaceAll(/<title>.*?<\/title>/gs, ' ')
      .replaceAll(/<[^>]*>/g, ' '),
  );
  const paths = [...html.matchAll(/\s(?:href|src|action|content)="([^"]*)"/g)].map(
    ([, value = '']) => toPath(decode(value)),
  );
  return {
    text: normalize(text),
    digits: text.replaceAll(/(?<=\d)[\s,.’'\u00a0\u202f]+(?=\d)/g, ''),
    paths: new Set(paths),
  };
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
  '&#39;': "'",
  '&nbsp;': ' ',
};
const decode = (text: string): string =>
  text.replaceAll(/&[#\w]+;/g, (entity) => entities[entity] ?? entity);
const normalize = (text: string): string => text.replaceAll(/\s+/gu, '').toLowerCase();

/** Without origin and query: what an address leads to. */
const toPath = (address: string): string =>
  address.replace(/^https?:\/\/[^/]+/, '').replace(/[?#].*$/, '') || '/';

type Kind = 'name' | 'address' | 'amount';
type Claim = readonly [kind: Kind, claim: string];

const isShown = ({ text, digits, paths }: Shown, kind: Kind, claim: string): boolean => {
  if (kind === 'name') return text.includes(normalize(claim));
  if (kind === 'address') return paths.has(toPath(claim));
  const [whole = '', decimals = ''] = claim.split('.');
  return digits.includes(Number(decimals) === 0 ? whole : whole + decimals);
};

const name = (claim: unknown): Claim[] => (typeof claim === 'string' ? [['name', claim]] : []);
const address = (claim: unknown): Claim[] =>
  typeof claim === 'string' ? [['address', claim]] : [];

/** Nodes of another type are left to the other checks. */
const nodeSchema = z.looseObject({}).catch({});
const listSchema = z.array(z.looseObject({})).default([]);

function listClaims(item: Item): Claim[] {
  const entries = listSchema.parse(item['itemListElement']);
  switch (item['@type']) {
    case 'ItemList':
      if (item['numberOfItems'] !== entries.length) return [['name', 'another number of items']];
      return entries.flatMap((entry) => [...name(entry['name']), ...address(entry['url'])]);
    case 'BreadcrumbList':
      return entries.flatMap((entry) => [...name(entry['name']), ...address(entry['item'])]);
    case 'Product':
      return listClaimsOfProduct(item);
    case 'FAQPage':
      return listSchema
        .parse(item['mainEntity'])
        .flatMap((question) => [
          ...name(question['name']),
          ...name(nodeSchema.parse(question['acceptedAnswer'])['text']),
        ]);
    case 'Dataset':
      return listClaimsOfDataset(item);
    case 'Article':
    case 'NewsArticle':
      return [
        ...name(item['headline']),
        ...name(item['creditText']),
        ...name(nodeSchema.parse(item['author'])['name']),
        ...address(nodeSchema.parse(item['author'])['url']),
        ...address(item['image']),
        ...address(item['mainEntityOfPage']),
      ];
    case 'Organization':
      return [
        ...name(item['name']),
        ...name(item['email']),
        ...name(item['telephone']),
        ...name(item['address']),
        ...z.array(z.string()).default([]).parse(item['sameAs']).flatMap(address),
        ...address(nodeSchema.parse(item['hasMerchantReturnPolicy'])['merchantReturnLink']),
      ];
    default:
      return name(item['name']);
  }
}

/** Its picture is drawn into the page. */
const listClaimsOfProduct = (product: Item): Claim[] => [
  ...name(product['name']),
  ...name(product['sku']),
  ...name(product['category']),
  ...address(product['url']),
  ...listSchema
    .parse(product['offers'])
    .flatMap((offer): Claim[] => [
      ['amount', String(offer['price'])],
      ...name(offer['name']),
      ...address(nodeSchema.parse(offer['hasMerchantReturnPolicy'])['merchantReturnLink']),
    ]),
];

const listClaimsOfDataset = (dataset: Item): Claim[] => [
  ...name(dataset['variableMeasured']),
  ...name(dataset['citation']),
  ...name(nodeSchema.parse(dataset['spatialCoverage'])['name']),
  ...z
    .string()
    .catch('')
    .parse(dataset['temporalCoverage'])
    .split('/')
    .map((year): Claim => ['amount', year]),
  ...listSchema.parse(dataset['distribution']).flatMap((file) => address(file['contentUrl'])),
];
