/** The search in the store's own pages: who asks for "refund" wants its policy, not a report. */
import { sql } from 'kysely';
import type { Database, Deps } from '../deps.ts';
import {
  isNoise,
  isSoft,
  isStop,
  tokenize,
  type Token,
} from '../catalogue/search/normalize.model.ts';
import type { StoreSettings } from '../store/settings.model.ts';
import { listFaqs } from './content.store.ts';
import type { PostKind } from './post.model.ts';

/** A page that is always there, with the words by which people ask for it. */
export type NamedPage = { readonly title: string; readonly href: string; readonly about: string };

export type FoundPage = { readonly title: string } & (
  | { readonly kind: 'page'; readonly href: string }
  | { readonly kind: 'question'; readonly id: number }
  | { readonly kind: PostKind; readonly slug: string }
);

type Entry = { readonly page: FoundPage; readonly about: string; readonly text: string };

const maxFound = 5;
const maxPosts = 3;

/**
 * Finds pages, policies, questions and posts that have all telling words of the query, those that are
 * called so first. Nothing for a query that every page would answer.
 */
export async function searchSite(
  { db, getSettings }: Pick<Deps, 'db'> & { readonly getSettings: () => Promise<StoreSettings> },
  words: string,
  fixed: readonly NamedPage[],
): Promise<FoundPage[]> {
  const asked = chooseTelling(tokenize(words));
  if (asked.length === 0) return [];
  const [settings, faqs, posts] = await Promise.all([
    getSettings(),
    listFaqs(db),
    findPosts(db, words),
  ]);
  const entries: Entry[] = [
    ...fixed.map(({ title, href, about }): Entry => ({
      page: { kind: 'page', title, href },
      about,
      text: '',
    })),
    ...settings.policyPages.flatMap(({ id, name, address, words: about }): Entry[] => {
      const policy = settings.policies[id];
      if (!policy) return [];
      const page = { kind: 'page', title: policy.title, href: `/${address}` } as const;
      return [{ page, about: `${name} ${about}`, text: policy.html }];
    }),
    ...faqs.map(({ id, title, html }): Entry => ({
      page: { kind: 'question', title, id },
      about: '',
      text: html,
    })),
  ];
  const ranked = entries
    .map((entry) => ({ page: entry.page, score: scoreEntry(entry, asked) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ page }) => page);
  return [...ranked.slice(0, maxFound), ...posts];
}

/** The content of a query, else its small words: "who are you". */
function chooseTelling(tokens: readonly Token[]): readonly Token[] {
  const content = tokens.filter((token) => !isStop(token));
  const telling = content.filter((token) => !isNoise(token) && !isSoft(token));
  return [telling, content, tokens].find((list) => list.length > 0) ?? [];
}

/** Texts change rarely, and each is asked at every keystroke. */
const knownStems = new Map<string, ReadonlySet<string>>();
const maxKnown = 500;

function listStems(text: string): ReadonlySet<string> {
  const known = knownStems.get(text);
  if (known) return known;
  const stems = new Set(tokenize(text.replaceAll(/<[^>]*>/g, ' ')).map(({ stem }) => stem));
  if (knownStems.size >= maxKnown) knownStems.clear();
  knownStems.set(text, stems);
  return stems;
}

/** A single word that stands in a page's text alone says nothing of what the page is about. */
function scoreEntry({ page, about, text }: Entry, asked: readonly Token[]): number {
  const stems = asked.map(({ stem }) => stem);
  const [title, named] = [listStems(page.title), listStems(about)];
  const inside = listStems(text);
  const places = [title, named, inside];
  const scores = stems.map((stem) => {
    const place = places.findIndex((words) => words.has(stem));
    return place < 0 ? 0 : places.length - place;
  });
  if (scores.some((score) => score === 0)) return 0;
  if (scores.length === 1 && scores[0] === 1) return 0;
  return scores.reduce((sum, score) => sum + score, 0) / scores.length;
}

/** Those whose title, summary or keywords have all words, the newest first. */
async function findPosts(db: Database, words: string): Promise<FoundPage[]> {
  const find = (kind: PostKind) =>
    db
      .selectFrom(kind)
      .where('state', '=', 'published')
      .where('binnedAt', 'is', null)
      .where(
        sql<boolean>`to_tsvector('english', name || ' ' || summary || ' ' || meta_keywords)
          @@ plainto_tsquery('english', ${words})`,
      )
      .select(['slug', 'name'])
      .orderBy('createdAt', 'desc')
      .limit(maxPosts)
      .execute();
  const kinds: readonly PostKind[] = ['blogPost', 'pressRelease'];
  const found = await Promise.all(kinds.map(find));
  return found.flatMap((rows, place) =>
    rows.map(({ slug, name }) => ({ kind: kinds[place] ?? 'blogPost', title: name, slug })),
  );
}
