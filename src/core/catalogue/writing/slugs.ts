/** Slugs of reports, made from their titles. Pure. */
import { slugify } from '../../kernel/slugify.ts';

/** Shorter slugs, and a year alone, say nothing: those of titles in another alphabet. */
const minSlugLength = 3;

/** The slug that a title gives, and the code's for a title of another alphabet. */
export function makeReportSlug(title: string, code: string): string {
  const slug = slugify(title);
  return slug.length >= minSlugLength && /[a-z]/.test(slug) ? slug : slugify(code);
}
