/**
 * The rules of the W3C's feed validator (github.com/w3c/feedvalidator) for Atom (RFC 4287) and RSS
 * 2.0. It advises against two entries with the same time, which reports of one day have.
 */
import { parseXml, type XmlElement } from './parse-xml.ts';

const atom = '{http://www.w3.org/2005/Atom}';
const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;
const rfc822 =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d:\d\d (?:GMT|[+-]\d{4})$/;

const listChildren = ({ children }: XmlElement, name: string): readonly XmlElement[] =>
  children.filter((child) => child.name === name);

/** Returns the faults of a feed that was read from this address; nothing for a valid one. */
export function listFeedErrors(xml: string, address: string): string[] {
  const root = parseXml(xml);
  return root.name === `${atom}feed` ? checkAtom(root, address) : checkRss(root, address);
}

/** The texts of exactly one child each, and what is wrong with their number. */
function readOnce(element: XmlElement, names: readonly string[], namespace = '') {
  const texts = new Map<string, string>();
  const errors: string[] = [];
  for (const name of names) {
    const [first, ...others] = listChildren(element, (namespace || '{}') + name);
    if (!first || others.length > 0) errors.push(`${name} is not there once`);
    else if (first.text.trim() === '') errors.push(`${name} is empty`);
    texts.set(name, first?.text ?? '');
  }
  return { texts, errors };
}

const isAddress = (text: string | undefined): boolean =>
  text !== undefined && /^https?:\/\//.test(text) && URL.canParse(text);

const listTwice = (texts: readonly (string | undefined)[]): string[] =>
  texts
    .filter((text, index) => texts.indexOf(text) !== index)
    .map((text) => `${text} is there twice`);

function checkAtom(feed: XmlElement, address: string): string[] {
  const { texts, errors } = readOnce(feed, ['id', 'title', 'updated', 'author'], atom);
  const entries = listChildren(feed, `${atom}entry`);
  const checked = entries.map((entry) => checkAtomEntry(entry));
  const [author] = listChildren(feed, `${atom}author`);
  return [
    // Its name is an element of its own.
    ...errors.filter((error) => error !== 'author is empty'),
    ...(author?.children.some(({ name, text }) => name === `${atom}name` && text !== '')
      ? []
      : ['nobody is the author']),
    ...checkId(texts.get('id')),
    ...(rfc3339.test(texts.get('updated') ?? '') ? [] : ['updated is not a date of RFC 3339']),
    ...checkPlausible(texts.get('updated')),
    ...checkTypes(feed, ['title', 'subtitle']),
    ...checkLinks(feed, { self: address, alternate: undefined }),
    ...checked.flatMap((one) => one.errors),
    ...listTwice(checked.map(({ id }) => id)),
  ];
}

/** An older date is a mistake: there were no feeds before. */
const checkPlausible = (date = ''): string[] =>
  new Date(date).getUTCFullYear() < 1990 ? [`${date} is an implausible date`] : [];

/** A text that looks like HTML has to say that it is none. */
const checkTypes = (element: XmlElement, names: readonly string[]): string[] =>
  names
    .flatMap((name) => listChildren(element, atom + name))
    .filter(({ text, attributes }) => /<\w/.test(text) && attributes['type'] === undefined)
    .map(({ text }) => `"${text}" may be HTML`);

const checkId = (id = ''): string[] =>
  /^[a-z][a-z0-9+.-]*:[^\s"<>\\^`{|}]+$/.test(id) ? [] : [`the id "${id}" is no IRI`];

function checkLinks(
  element: XmlElement,
  wanted: Readonly<Record<string, string | undefined>>,
): string[] {
  const links = listChildren(element, `${atom}link`).map(({ attributes }) => attributes);
  return Object.entries(wanted).flatMap(([rel, href]) => {
    const found = links.filter((link) => link['rel'] === rel);
    if (found.length !== 1) return [`there is not one link of the kind ${rel}`];
    if (!isAddress(found[0]?.['href'])) return [`the link ${rel} is no whole address`];
    return href === undefined || found[0]?.['href'] === href
      ? []
      : [`the link ${rel} leads elsewhere`];
  });
}

function checkAtomEntry(entry: XmlElement): { id: string | undefined; errors: string[] } {
  const { texts, errors } = readOnce(entry, ['id', 'title', 'updated', 'published'], atom);
  const [content] = listChildren(entry, `${atom}content`);
  const [summary] = listChildren(entry, `${atom}summary`);
  const dates = ['updated', 'published'].map((name) => texts.get(name) ?? '');
  return {
    id: texts.get('id'),
    errors: [
      ...errors,
      ...checkId(texts.get('id')),
      ...dates
        .filter((date) => !rfc3339.test(date))
        .map((date) => `${date} is not a date of RFC 3339`),
      ...(Date.parse(dates[0] ?? '') < Date.parse(dates[1] ?? '')
        ? ['updated before published']
        : []),
      ...dates.flatMap(checkPlausible),
      ...checkTypes(entry, ['title', 'summary']),
      ...checkLinks(entry, { alternate: undefined }),
      ...(content || summary ? [] : ['an entry has neither content nor summary']),
      ...checkHtml(content?.attributes['type'] === 'html' ? content.text : ''),
    ],
  };
}

/** Readers show it at an address of their own, and run none of it. */
const checkHtml = (html: string): string[] => [
  ...[...html.matchAll(/\s(?:src|href|srcset)="([^"]*)"/g)]
    .filter(([, value]) => !/^(?:https?:\/\/|mailto:|tel:)/.test(value ?? ''))
    .map(([, value]) => `the address ${value} in a text is not whole`),
  ...(/<(?:script|iframe|object|embed|style|form)\b|\son\w+=/i.test(html)
    ? ['a text has script']
    : []),
];

function checkRss(rss: XmlElement, address: string): string[] {
  const [channel] = rss.children;
  if (rss.name !== '{}rss' || rss.attributes['version'] !== '2.0' || !channel)
    return ['it is no feed'];
  const { texts, errors } = readOnce(channel, ['title', 'link', 'description', 'lastBuildDate']);
  const items = listChildren(channel, '{}item');
  const checked = items.map((item) => checkRssItem(item));
  return [
    ...errors,
    ...(isAddress(texts.get('link')) ? [] : ['its link is no whole address']),
    ...(rfc822.test(texts.get('lastBuildDate') ?? '') ? [] : ['lastBuildDate is not of RFC 822']),
    ...checkPlausible(texts.get('lastBuildDate')),
    ...checkLinks(channel, { self: address }),
    ...checked.flatMap((one) => one.errors),
    ...listTwice(checked.map(({ id }) => id)),
  ];
}

function checkRssItem(item: XmlElement): { id: string | undefined; errors: string[] } {
  const { texts, errors } = readOnce(item, ['title', 'link', 'description', 'guid', 'pubDate']);
  const [guid] = listChildren(item, '{}guid');
  const isLink = guid?.attributes['isPermaLink'] !== 'false';
  return {
    id: texts.get('guid'),
    errors: [
      ...errors,
      ...(isAddress(texts.get('link')) ? [] : ['a link is no whole address']),
      ...(isLink && !isAddress(texts.get('guid')) ? ['a guid is no address'] : []),
      ...(rfc822.test(texts.get('pubDate') ?? '') ? [] : ['a pubDate is not of RFC 822']),
      ...checkPlausible(texts.get('pubDate')),
      ...checkHtml(texts.get('description') ?? ''),
    ],
  };
}
