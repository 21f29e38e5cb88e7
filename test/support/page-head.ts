/** A page's data for search engines and for sites where it is shared, and their faults. */

export type PageHead = {
  /** Path and query. */
  readonly address: string;
  readonly title: string;
  readonly description: string;
  readonly isIndexable: boolean;
  /** Path and query of the one canonical address; undefined if there is none or more than one. */
  readonly canonical: string | undefined;
  readonly meta: ReadonlyMap<string, string>;
  readonly types: readonly string[];
};

/** Of a page that was answered with 200. */
export function readPageHead(html: string, address: string): PageHead {
  const meta = new Map(
    [...html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g)].map(
      ([, name = '', content = '']) => [name, content],
    ),
  );
  const canonicals = [...html.matchAll(/<link rel="canonical" href="([^"]+)"/g)].map(
    ([, href = '']) => new URL(href.replaceAll('&amp;', '&')),
  );
  const [canonical] = canonicals;
  return {
    address,
    meta,
    title: /<title>(.*?)<\/title>/s.exec(html)?.[1] ?? '',
    description: meta.get('description') ?? '',
    isIndexable: !(meta.get('robots') ?? '').includes('noindex'),
    canonical:
      canonical && canonicals.length === 1 ? canonical.pathname + canonical.search : undefined,
    types: [...html.matchAll(/"@context":"https:\/\/schema\.org","@type":"(\w+)"/g)].map(
      ([, type = '']) => type,
    ),
  };
}

const shared = [
  'og:title',
  'og:description',
  'og:image',
  'og:site_name',
  'og:type',
  'twitter:card',
];
/** Forms for customers: search engines may know them, and no way leads to them. */
const accountForms = ['/login', '/signup', '/forgot-password'];

export function listHeadErrors(head: PageHead, sitemap: ReadonlySet<string>): string[] {
  const { address, canonical, meta, types } = head;
  const errors = shared.filter((name) => !meta.get(name)).map((name) => `has no ${name}`);
  if (head.title === '') errors.push('has no title');
  if (head.description === '') errors.push('has no description');
  if (!head.isIndexable)
    return sitemap.has(address) ? [...errors, 'is in the sitemap, and not to be found'] : errors;
  if (canonical === undefined) return [...errors, 'has no canonical address'];
  if (meta.get('og:url') === undefined) errors.push('has no og:url');
  if (canonical !== address) errors.push(`calls itself ${canonical}`);
  if (accountForms.includes(address)) return errors;
  if (!sitemap.has(canonical) && !canonical.includes('?page='))
    errors.push('is missing in the sitemap');
  for (const type of address === '/' ? ['Organization', 'WebSite'] : ['BreadcrumbList'])
    if (!types.includes(type)) errors.push(`has no ${type}`);
  return errors;
}

/** Pages that are to be found and can not be told apart in a list of results. */
export function listTwins(heads: readonly PageHead[]): string[] {
  const found = [
    ...new Map(
      heads.filter(({ isIndexable }) => isIndexable).map((head) => [head.canonical, head]),
    ).values(),
  ];
  return (['title', 'description'] as const).flatMap((part) =>
    [...Map.groupBy(found, (head) => head[part])].flatMap(([text, same]) =>
      same.length > 1 ? [`${same.map(({ address }) => address).join(', ')}: ${part} ${text}`] : [],
    ),
  );
}
