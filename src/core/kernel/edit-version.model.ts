import { fail, type Refusal } from './outcome.model.ts';

/** Which text a form was made from, so that it never overwrites a later one. Pure. */
export const formatVersion = (changedAt: Date | null | undefined): string =>
  changedAt?.toISOString() ?? '';

/** The fields of things that keep no time of their last change, as their forms name them. */
const fieldsOf = {
  author: ['kind', 'about'],
  industry: [
    'name',
    'slug',
    'position',
    'pictogram',
    'description',
    'metaTitle',
    'metaDescription',
    'metaKeywords',
  ],
  redirect: ['from', 'to'],
  service: ['name', 'priority', 'image', 'description'],
  template: ['name', 'kind', 'subject', 'body'],
} as const;
export type VersionedKind = keyof typeof fieldsOf;

/** A thing with the fields that its form shows. */
export type VersionedThing<Kind extends VersionedKind> = Readonly<
  Record<(typeof fieldsOf)[Kind][number], string | number | null>
>;

/** The version of such a thing: a short digest of what its form shows. */
export function digestFields<Kind extends VersionedKind>(
  kind: Kind,
  thing: VersionedThing<Kind>,
): string {
  const names: readonly (keyof VersionedThing<Kind>)[] = fieldsOf[kind];
  const text = JSON.stringify(names.map((name) => thing[name] ?? ''));
  // FNV-1a, twice, from two starts: nobody gains by a collision.
  return [0x811c9dc5, 0x01000193].map((start) => hash(text, start).toString(36)).join('-');
}

function hash(text: string, start: number): number {
  let sum = start;
  for (let at = 0; at < text.length; at++)
    sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return sum;
}

/** A form that was made from an earlier text is refused, and may be sent again. */
export const failChangedSince = (changedBy: string): Refusal =>
  fail(
    'conflict',
    `${changedBy || 'Somebody'} has changed this since you opened it, so nothing was ` +
      'saved. Their text and what you typed are both below. Saving again overwrites their text.',
  );
