import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../deps.ts';

/** A thing's name in entries of the audit log, and in the words of its page and its readers. */
type NamedThing = { readonly id: string; readonly key: string; readonly name: string };

const selectById = (table: string, column: string) => (ids: readonly string[]) =>
  sql<NamedThing>`select id::text as id, id::text as key, ${sql.ref(column)} as name
    from ${sql.table(table)} where id = any(${ids.filter(isId)}::int[])`;

/** An id of an integer column. */
const isId = (id: string): boolean => /^\d{1,9}$/.test(id);

/** How things with a name of their own are found, by the kind that the audit log has. */
const selectNames: Readonly<Record<string, (ids: readonly string[]) => RawBuilder<NamedThing>>> = {
  report: (codes) => sql<NamedThing>`select code as id, id::text as key, title as name
    from report where code = any(${codes}::text[])`,
  author: selectById('author', 'name'),
  industry: selectById('industry', 'name'),
  service: selectById('service', 'name'),
  'blog-post': selectById('blog_post', 'name'),
  'press-release': selectById('press_release', 'name'),
  faq: selectById('faq', 'title'),
  testimonial: selectById('testimonial', 'name'),
  'client-logo': selectById('client_logo', 'name'),
  picture: selectById('media', 'name'),
  // What made it has its address; later entries have its number.
  redirect: (ids) => sql<NamedThing>`select given as id, id::text as key, from_path as name
    from redirect join unnest(${ids}::text[]) given on given in (id::text, from_path)`,
  import: selectById('report_import', 'file_name'),
  'newsletter-issue': selectById('newsletter_issue', 'subject'),
  'answer-template': selectById('answer_template', 'name'),
  staff: selectById('staff', 'name'),
  webhook: selectById('webhook_endpoint', 'url'),
};

/** Those of the things that are there still and have a name. */
export async function findThingNames(
  db: Database,
  kind: string,
  ids: readonly string[],
): Promise<readonly NamedThing[]> {
  const select = Object.hasOwn(selectNames, kind) ? selectNames[kind] : undefined;
  return select ? (await select(ids).execute(db)).rows : [];
}
