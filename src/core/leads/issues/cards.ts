import { toPlainText } from '../../catalogue/rich-text/rich-text.model.ts';
import type { IssueDeps, PostKind } from './deps.ts';
import type { IssueCard } from './issue.model.ts';

const maxTextLength = 220;
const posts: Readonly<Record<string, { readonly kind: PostKind; readonly name: string }>> = {
  'blog-detail': { kind: 'blogPost', name: 'From the blog' },
  'press-details': { kind: 'pressRelease', name: 'Press release' },
};

/** Lines of a field, as codes and paths of this site. */
export const readCardKeys = (text: string, origin: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => (line.startsWith(`${origin}/`) ? line.slice(origin.length) : line))
    .map((line) => line.replace(/[?#].*$/, ''));

/** The reports and posts that an issue shows. */
export class IssueCards {
  readonly #deps: Pick<IssueDeps, 'catalogue' | 'getPost' | 'html'>;

  constructor(deps: Pick<IssueDeps, 'catalogue' | 'getPost' | 'html'>) {
    this.#deps = deps;
  }

  /** Returns the card of each key that is published; undefined for any other. */
  find(keys: readonly string[]): Promise<(IssueCard | undefined)[]> {
    return Promise.all(keys.map((key) => this.#findCard(key)));
  }

  async #findCard(key: string): Promise<IssueCard | undefined> {
    const [, first = '', second = ''] = /^\/([^/]+)(?:\/([^/]+))?$/.exec(key) ?? [];
    const post = Object.hasOwn(posts, first) ? posts[first] : undefined;
    if (post) return this.#findPostCard(post, { key, slug: second });
    const slug = first === 'report-details' ? second : first;
    const { reports } = this.#deps.catalogue;
    const report = await (key.startsWith('/') ? reports.get(slug) : reports.getByCode(key));
    if (!report) return undefined;
    const { title, industry, shortDescription } = report;
    const kind = `Report in ${industry}`;
    return { title, path: `/${report.slug}`, kind, text: shorten(shortDescription) };
  }

  async #findPostCard(
    { kind, name }: { kind: PostKind; name: string },
    { key, slug }: { key: string; slug: string },
  ): Promise<IssueCard | undefined> {
    const { getPost, html } = this.#deps;
    const post = await getPost(kind, slug);
    if (!post) return undefined;
    const paragraphs = html.readRichText(post.html).filter((block) => block.kind === 'paragraph');
    const text = shorten(toPlainText(paragraphs.slice(0, 1)));
    return { title: post.name, path: key, kind: name, text };
  }
}

/** At the end of a word. */
const shorten = (text: string): string =>
  text.length <= maxTextLength ? text : `${text.slice(0, maxTextLength).replace(/\s+\S*$/, '')}…`;
