/** Short texts of pages that a publisher words themselves. Empty ones are left out. Pure. */
import { z } from 'zod';

/** Each text by its place; the words of a store that gave none. */
export const defaultTexts = {
  'home.title': 'Market research reports',
  'home.text': '',
  'newsletter.title': 'New reports by email',
  'newsletter.text': '',
  'services.text': '',
  'footer.note': '',
  'report.dataSheet': 'Excel data sheet',
  'email.greeting': 'Hello',
  'email.signature': '',
  'invoice.delivery': 'Delivered electronically.',
  'certificate.note':
    'The rights above are those that were sold with the order. Later changes to our ' +
    'terms do not affect them.',
} as const satisfies Readonly<Record<string, string>>;

export type TextKey = keyof typeof defaultTexts;

const text = z.string().max(400);

/** The blocks of the home page, in their order. */
export const homeBlocks = [
  'clients',
  'latest',
  'industries',
  'services',
  'blog',
  'press',
  'testimonials',
] as const;
export type HomeBlock = (typeof homeBlocks)[number];

export const homeSchema = z
  .strictObject({
    blocks: z.array(z.enum(homeBlocks)).default([...homeBlocks]),
    /** A block with nothing to show is left out, or says so in the specification's words. */
    emptyBlocks: z.enum(['hidden', 'named']).default('hidden'),
  })
  .prefault({});

export const textsSchema = z
  .strictObject(
    Object.fromEntries(
      Object.entries(defaultTexts).map(([key, words]) => [key, text.default(words)]),
    ) as Record<TextKey, z.ZodDefault<typeof text>>,
  )
  .prefault({});
