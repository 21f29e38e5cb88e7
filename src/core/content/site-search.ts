/** The search in the store's own pages: who asks for "refund" wants its policy, not a report. */
import { sql } from 'kysely';
import type { Database } from '../deps.ts';
import { cleanPrefix } from '../kernel/clean-text.model.ts';
import { containsPattern } from '../kernel/like-pattern.ts';
import { prepared } from '../kernel/prepared.store.ts';
import {
  isNoise,
  isSoft,
  isStop,
  tokenize,
  type Token,
} from '../catalogue/search/normalize.model.ts';
import type { StoreSettings } from '../store/settings.model.ts';
import type { PostKind } from './post.model.ts';

/** A page that is always there, with the words by which people ask for it. */
export type NamedPage = { readonly title: string; readonly href: string; readonly about: string };

export type FoundPage = { readonly title: string } & (
  | { readonly kind: 'page'; readonly href: string }
  | { readonly kind: 'question'; readonly id: number }
  | { readonly kind: PostKind; readonly slug: string }
);

export type FoundOnSite = {
  readonly pages: readonly FoundPage[];
  /** Those whose name contains the words. */
  readonly services: readonly { readonly id: number; readonly name: string }[];
};

type Asked = {
  readonly words: string;
  /** The last word may be the beginning of one. */
  readonly isTyping: boolean;
};

type Entry = { readonly page: FoundPage; readonly about: string; readonly text: string };

const maxCharacters = 200;
const maxFound = 5;
const maxPosts = 3;

/** The store's own pages, questions, posts and services. */
export class SiteSearch {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * Finds pages, policies, questions and posts that have all telling words of the query, those that
   * are called so first, and services. No page for a query that every page would answer.
   */
  async find(
    asked: Asked,
    fixed: readonly NamedPage[],
    settings: Pick<StoreSettings, 'policies' | 'policyPages'>,
  ): Promise<FoundOnSite> {
    const words = cleanPrefix(asked.words.trim(), maxCharacters);
    const tokens = listWhole(tokenize(words), asked.isTyping);
    const rows = await readSite(this.#db, { ...asked, words }, tokens);
    const services = rows.flatMap(({ kind, key, title }) =>
      kind === 'service' ? [{ id: Number(key), name: title }] : [],
    );
    const telling = chooseTelling(tokens);
    if (telling.length === 0) return { pages: [], services };
    const entries = [...fixed.map(toFixedEntry), ...listPolicies(settings), ...listQuestions(rows)];
    const unfinished = asked.isTyping ? tokens.at(-1) : undefined;
    const ranked = entries
      .map((entry) => ({ page: entry.page, score: scoreEntry(entry, telling, unfinished) }))
      .filter(({ score }) => score > 0)
      .toSorted((a, b) => b.score - a.score)
      .map(({ page }) => page);
    const posts = rows.flatMap(({ kind, key, title }): FoundPage[] =>
      kind === 'blogPost' || kind === 'pressRelease' ? [{ kind, title, slug: key }] : [],
    );
    return { pages: [...ranked.slice(0, maxFound), ...posts], services };
  }
}

const toFixedEntry = ({ title, href, about }: NamedPage): Entry => ({
  page: { kind: 'page', title, href },
  about,
  text: '',
});

const listPolicies = ({
  policyPages,
  policies,
}: Pick<StoreSettings, 'policies' | 'policyPages'>): Entry[] =>
  policyPages.flatMap(({ id, name, address, words: about }): Entry[] => {
    const policy = policies[id];
    if (!policy) return [];
    const page = { kind: 'page', title: policy.title, href: `/${address}` } as const;
    return [{ page, about: `${name} ${about}`, text: policy.html }];
  });

const listQuestions = (rows: readonly SiteRow[]): Entry[] =>
  rows.flatMap(({ kind, key, title, text }): Entry[] =>
    kind === 'question' ? [{ page: { kind, title, id: Number(key) }, about: '', text }] : [],
  );

type SiteRow = {
  readonly kind: 'question' | 'service' | PostKind;
  /** The slug of a post, the id of others. */
  readonly key: string;
  readonly title: string;
  readonly text: string;
};

const minServiceCharacters = 2;

/**
 * All questions, services by name, and the newest posts whose title, summary or keywords have all
 * words: in one question, since each keystroke asks it.
 */
async function readSite(
  db: Database,
  { words, isTyping }: Asked,
  tokens: readonly Token[],
): Promise<readonly SiteRow[]> {
  const last = isTyping ? tokens.at(-1) : undefined;
  const mayBegin = (token: Token): boolean => token === last && token.word.length >= minBeginning;
  const query = tokens.map((token) => `'${token.typed}'${mayBegin(token) ? ':*' : ''}`).join(' & ');
  const name = words.length < minServiceCharacters ? null : containsPattern(words);
  const selectPosts = (kind: PostKind) => sql`
    (select ${sql.lit(kind)}, slug, name, '' from ${sql.table(kind === 'blogPost' ? 'blog_post' : 'press_release')}
      where state = 'published' and binned_at is null
        and to_tsvector('english', name || ' ' || summary || ' ' || meta_keywords)
          @@ to_tsquery('english', ${query})
      order by created_at desc limit ${sql.lit(maxPosts)})`;
  const { rows } = await sql<SiteRow>`${prepared}
    (select 'question' as kind, id::text as key, title, html as text from faq
      where not is_hidden and binned_at is null order by position, id)
    union all
    (select 'service', id::text, name, '' from service where name ilike ${name} order by name limit 100)
    union all ${selectPosts('blogPost')}
    union all ${selectPosts('pressRelease')}`.execute(db);
  return rows;
}

/** Fewer letters begin too many words: "about u". */
const minBeginning = 3;

const listWhole = (tokens: readonly Token[], isTyping: boolean): readonly Token[] =>
  isTyping && tokens.length > 1 && (tokens.at(-1)?.word.length ?? 0) < minBeginning
    ? tokens.slice(0, -1)
    : tokens;

/** The content of a query, else its small words: "who are you". */
function chooseTelling(tokens: readonly Token[]): readonly Token[] {
  const content = tokens.filter((token) => !isStop(token));
  const telling = content.filter((token) => !isNoise(token) && !isSoft(token));
  return [telling, content, tokens].find((list) => list.length > 0) ?? [];
}

type Known = { readonly stems: ReadonlySet<string>; readonly words: readonly string[] };

/** Texts change rarely, and each is asked at every keystroke. */
const knownTexts = new Map<string, Known>();
const maxKnown = 500;

function readText(text: string): Known {
  const known = knownTexts.get(text);
  if (known) return known;
  const tokens = tokenize(text.replaceAll(/<[^>]*>/g, ' '));
  const read = {
    stems: new Set(tokens.map(({ stem }) => stem)),
    words: [...new Set(tokens.map(({ word }) => word))],
  };
  if (knownTexts.size >= maxKnown) knownTexts.clear();
  knownTexts.set(text, read);
  return read;
}

/** A single word that stands in a page's text alone says nothing of what the page is about. */
function scoreEntry(
  { page, about, text }: Entry,
  asked: readonly Token[],
  unfinished: Token | undefined,
): number {
  const places = [page.title, about, text].map(readText);
  const scores = asked.map((token) => {
    const { word, stem } = token;
    const mayBegin = token === unfinished && word.length >= minBeginning;
    const place = places.findIndex(
      ({ stems, words }) =>
        stems.has(stem) || (mayBegin && words.some((one) => one.startsWith(word))),
    );
    return place < 0 ? 0 : places.length - place;
  });
  if (scores.some((score) => score === 0)) return 0;
  if (scores.length === 1 && scores[0] === 1) return 0;
  return scores.reduce((sum, score) => sum + score, 0) / scores.length;
}
