/**
 * Checks what a description may hold. Anything else is refused, so that nobody has to trust it
 * again.
 */
import { z } from 'zod';
import { cleanText } from '../../kernel/clean-text.model.ts';
import {
  isSafeHref,
  maxHrefLength,
  type RichText,
  type RichTextItem,
  type RichTextList,
} from '../rich-text/rich-text.model.ts';

const maxBlocks = 10_000;
const maxCharacters = 2_000_000;
const maxListDepth = 8;

const text = z.string().overwrite(cleanText);

const run = z.object({
  text,
  isBold: z.boolean().optional(),
  isItalic: z.boolean().optional(),
  href: z
    .string()
    .max(maxHrefLength, 'A link has more than 2,000 characters.')
    .refine(isSafeHref, {
      error: ({ input }) =>
        `The link “${String(input).slice(0, 80)}” does not lead to a web page or an email address.`,
    })
    .optional(),
});
const runs = z.array(run);

const item: z.ZodType<RichTextItem, RichTextItem> = z.object({
  runs,
  get children() {
    return list.optional();
  },
});
const list: z.ZodType<RichTextList, RichTextList> = z.object({
  kind: z.literal('list'),
  isOrdered: z.boolean(),
  items: z.array(item),
});
const paragraph = z.object({ kind: z.literal('paragraph'), runs });
const span = z.int().min(1).max(1000).optional();

const block = z.union([
  z.object({ kind: z.literal('heading'), level: z.literal([2, 3]), text }),
  paragraph,
  list,
  z.object({
    kind: z.literal('table'),
    caption: text.optional(),
    rows: z.array(
      z.array(z.object({ runs, isHeader: z.boolean().optional(), columns: span, rows: span })),
    ),
  }),
  z.object({
    kind: z.literal('picture'),
    name: z.string().regex(/^[\w./-]{1,200}$/, 'A picture is named by its file.'),
    text,
    caption: text.optional(),
  }),
  z.object({ kind: z.literal('takeaways'), blocks: z.array(z.union([paragraph, list])) }),
  z.object({ kind: z.literal('chart'), key: z.string().max(500) }),
]);

/** A list within a list is three levels further down: items, the item and its list. */
const maxDepth = 3 * maxListDepth + 1;

/**
 * True if nothing is deeper than so many lists within each other; never deeper than that itself.
 */
function isShallow(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (depth > maxDepth) return false;
  return Object.values(value).every((member) => isShallow(member, depth + 1));
}

/** A description: at most 10,000 blocks, 2 million characters and eight lists within each other. */
export const richTextSchema = z
  .array(z.unknown(), { error: 'The description must be a list of blocks.' })
  .max(maxBlocks, { error: `The description has more than ${maxBlocks} blocks.`, abort: true })
  .refine((blocks) => blocks.every((given) => isShallow(given)), {
    error: `The description has more than ${maxListDepth} lists within each other.`,
    abort: true,
  })
  .pipe(z.array(block) as unknown as z.ZodType<RichText, unknown[]>)
  .refine((blocks) => JSON.stringify(blocks).length <= maxCharacters, {
    error: 'The description has more than 2 million characters.',
  });
