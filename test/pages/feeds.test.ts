import { afterAll, beforeAll, expect, test } from 'vitest';
import { Content } from '#core/content/index.ts';
import { listFeedErrors } from '../support/feed-rules.ts';
import { childText, parseXml } from '../support/parse-xml.ts';
import { bareReport, openTestPublisher, type TestPublisher } from '../support/test-publisher.ts';
import { findFeedFile, type FeedFile } from '#src/server/routes/feeds/feed-files.ts';

const origin = 'https://reports.example';
const neverAsked = () => Promise.reject(new Error('feeds read no settings but the site info'));
const postHtml = '<p>One &amp; <a href="/tin">two</a> <a href="https://a.example/">three</a></p>';
const hostile = 'Tin & <b>Lead</b> "]]>" \u0001 ends';

let publisher: TestPublisher;
let read: (path: string) => Promise<FeedFile | undefined>;
beforeAll(async () => {
  publisher = await openTestPublisher();
  const content = new Content({ ...publisher.deps, getSettings: neverAsked });
  const post = { slug: 'a-post', name: hostile, image: null, createdAt: '2026-05-01T10:00:00Z' };
  await publisher.database.db
    .insertInto('blogPost')
    .values({ ...post, html: postHtml })
    .execute();
  const getSiteInfo = async () => ({ siteName: 'A & B', teamSeats: 5 }) as never;
  const app = { catalogue: publisher.catalogue, content, store: { getSiteInfo } };
  read = (path) => findFeedFile({ app, origin }, path);
  await publisher.write(
    { ...bareReport, publishedOn: '2026-03-01' },
    { ...bareReport, code: 'AC-2', title: 'Tin & <b>Lead</b>', publishedOn: '2026-04-01' },
    { ...bareReport, code: 'AC-3', title: 'Draft', state: 'draft' },
    { ...bareReport, code: 'AC-4', title: 'Rye', industry: 'Food', publishedOn: '2026-01-01' },
  );
});
afterAll(() => publisher?.close());

const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const rfc822 = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;

async function readAtom(name: string) {
  const file = await read(`/feed/${name}.atom`);
  const root = parseXml(file?.body ?? '');
  expect(root.name).toBe('{http://www.w3.org/2005/Atom}feed');
  for (const part of ['id', 'title', 'updated', 'author'])
    expect(childText(root, part)).toBeDefined();
  const entries = root.children.filter(({ name: one }) => one.endsWith('}entry'));
  for (const entry of entries) {
    expect(childText(entry, 'updated')).toMatch(rfc3339);
    expect(childText(entry, 'published')).toMatch(rfc3339);
    expect(childText(entry, 'id')).toMatch(/^tag:reports\.example,2026:/);
  }
  return { root, entries };
}

async function readRss(name: string) {
  const file = await read(`/feed/${name}.rss`);
  const [channel] = parseXml(file?.body ?? '').children;
  if (!channel) throw new Error('no channel');
  for (const part of ['title', 'link', 'description'])
    expect(childText(channel, part)).toBeDefined();
  const items = channel.children.filter(({ name: one }) => one.endsWith('}item'));
  for (const item of items) expect(childText(item, 'pubDate')).toMatch(rfc822);
  return items;
}

const titles = (entries: Parameters<typeof childText>[0][]): (string | undefined)[] =>
  entries.map((entry) => childText(entry, 'title'));

test('a feed has the newest published reports first, of all industries or of one', async () => {
  const { root, entries } = await readAtom('reports');
  expect(titles(entries)).toEqual(['Tin & <b>Lead</b>', 'Aluminium Cans', 'Rye']);
  expect(childText(root, 'updated')).toBe('2026-04-01T00:00:00.000Z');
  expect(titles((await readAtom('industries/food')).entries)).toEqual(['Rye']);
  expect(titles(await readRss('reports'))).toEqual(['Tin & <b>Lead</b>', 'Aluminium Cans', 'Rye']);
});

test('an entry keeps its id when its report moves to another address', async () => {
  const ids = async () => (await readAtom('reports')).entries.map((one) => childText(one, 'id'));
  const before = await ids();
  await publisher.write({ ...bareReport, publishedOn: '2026-03-01', slug: 'cans' });
  expect(await ids()).toEqual(before);
  expect((await read('/feed/reports.atom'))?.body).toContain(`${origin}/cans`);
});

test('what a post is called can not end its element', async () => {
  const title = hostile.replace('\u0001', '');
  expect(titles((await readAtom('blog')).entries)).toEqual([title]);
  const [item] = await readRss('blog');
  expect(item && childText(item, 'description')).toBe(
    postHtml.replace('"/tin"', `"${origin}/tin"`),
  );
});

// The feed of press releases has no entries.
test.each(['reports', 'blog', 'press-releases', 'industries/food', 'industries/metals'])(
  'the feed of %s is as the validator of the W3C wants it, in both formats',
  async (name) => {
    for (const format of ['atom', 'rss']) {
      const path = `/feed/${name}.${format}`;
      expect(listFeedErrors((await read(path))?.body ?? '', origin + path)).toEqual([]);
    }
  },
);

test('what is wrong with a feed is named', async () => {
  const path = '/feed/reports.atom';
  const body = (await read(path))?.body ?? '';
  const wrong = body
    .replace(/<updated>[^<]*/, '<updated>yesterday')
    .replace(/(?<=<entry>[^]*?)<published>[^<]*/, '<published>1970-01-01T00:00:00Z')
    .replaceAll(' type="text"', '')
    .replaceAll(/(?<=<entry>\n)<id>[^<]*/g, '<id>tag:a.example,2026:one')
    .replace(/(?<=<entry>[^]*?href=")https:\/\/[^/]*/, '');
  const errors = listFeedErrors(wrong, `${origin}/another.atom`);
  for (const error of [
    'updated is not a date of RFC 3339',
    'tag:a.example,2026:one is there twice',
    'the link alternate is no whole address',
    'the link self leads elsewhere',
    '1970-01-01T00:00:00Z is an implausible date',
    '"Tin & <b>Lead</b>" may be HTML',
  ])
    expect(errors).toContain(error);
});

test('a feed without entries is a feed', async () => {
  expect((await readAtom('press-releases')).entries).toEqual([]);
});

test.each(['/feed/none.atom', '/feed/industries/none.rss', '/feed/reports.xml', '/feed/'])(
  'there is no feed at %s',
  async (path) => expect(await read(path)).toBeUndefined(),
);
