/**
 * Checks what a publisher may give for each field of a report, with the sentence for what they may
 * not.
 */
import { z } from 'zod';
import { cleanText } from '../../kernel/clean-text.model.ts';
import { trimLine } from '../../kernel/single-line.model.ts';
import { deliverySchema } from '../goods/delivery-schema.model.ts';
import type { FieldKind, FieldOf, KindValues } from './field-kinds.model.ts';
import { dataSchema } from './report-data-schema.ts';
import { fieldNames, getField } from './report-fields.model.ts';
import { richTextSchema } from './rich-text-schema.ts';

const maxPriceCents = 1_000_000_000;

/**
 * One line: spaces, line breaks and control characters become single spaces, and what turns the
 * direction of a text is left out.
 */
const cleanLine = (text: string): string =>
  trimLine(
    cleanText(text)
      .replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '')
      .replaceAll(/[ \u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' '),
  );

const line = (name: string, maxLength: number) =>
  z
    .string({ error: `${name} must be text.` })
    .overwrite(cleanLine)
    .min(1, `${name} is empty.`)
    .max(maxLength, {
      error: ({ input }) =>
        `${name} has ${(input as string).length} characters; at most ${maxLength} are ` +
        'allowed.',
    });

const lines = (name: string, maxLength: number, maxCount: number) =>
  z
    .array(line(name, maxLength), { error: `${name} must be a list.` })
    .max(maxCount, `There are more than ${maxCount} of these; leave some out.`)
    .overwrite((values) => [...new Set(values)]);

const wholeNumber = (name: string, max: number) =>
  z
    .int({ error: `${name} must be a whole number.` })
    .min(1, `${name} must be 1 or more.`)
    .max(max, `${name} must be at most ${max}.`);

const price = (licence: string) => {
  const error = `The price of the ${licence} licence is an amount above zero, or “on request”.`;
  const cents = z.int().min(1, error).max(maxPriceCents, error);
  return z.union([z.literal('on-request'), cents], { error }).nullish();
};

const maxContentsDepth = 10;
const maxContentsEntries = 5000;
type Entry = { readonly title: string; readonly children?: readonly Entry[] | undefined };

/** Throws nothing for deep trees: the depth is counted before anything walks them. */
const contentsEntry: z.ZodType<Entry, Entry> = z.object({
  title: line('An entry of the contents', 1000),
  get children() {
    return z.array(contentsEntry).optional();
  },
});

function measureTree(
  entries: readonly unknown[],
  depth = 1,
): { readonly depth: number; readonly count: number } {
  let [deepest, count] = [depth, entries.length];
  for (const entry of entries) {
    const children = (entry as { children?: unknown } | null)?.children;
    if (!Array.isArray(children) || depth > maxContentsDepth) continue;
    const below = measureTree(children, depth + 1);
    deepest = Math.max(deepest, below.depth);
    count += below.count;
  }
  return { depth: deepest, count };
}

const contents = z
  .array(z.unknown(), { error: 'The contents must be a list of titles.' })
  .refine((entries) => measureTree(entries).depth <= maxContentsDepth, {
    error: `The contents have more than ${maxContentsDepth} levels.`,
    abort: true,
  })
  .refine((entries) => measureTree(entries).count <= maxContentsEntries, {
    error: `The contents have more than ${maxContentsEntries} entries.`,
    abort: true,
  })
  .pipe(z.array(contentsEntry));

const keyFigure = z.object({
  label: line('The label of a key figure', 300),
  value: line('The value of a key figure', 300),
  years: line('The years of a key figure', 100).optional(),
  source: line('The source of a key figure', 300).optional(),
  isComputed: z.boolean().optional(),
});

const faq = z.object({
  question: line('A question', 1000),
  answer: z
    .string()
    .overwrite((text) => cleanText(text).trim())
    .min(1, 'An answer is empty.')
    .max(10_000, 'An answer has more than 10,000 characters.'),
});

const segment = z.object({
  by: line('A segmentation', 300),
  items: lines('A segment', 300, 1000),
});

const prices = z
  .object(
    {
      single: price('single user'),
      multiple: price('multiple user'),
      corporate: price('corporate'),
      dataSheet: price('data sheet'),
    },
    { error: 'Give one price for each licence.' },
  )
  .catchall(price('named'));

type ListField = FieldOf<'list' | 'lines'>;
const toLines = ({ said, maxLength, maxCount }: ListField) => lines(said, maxLength, maxCount);

/** How a row of the table is a schema, by its kind. */
const schemas: { readonly [Kind in FieldKind]: (field: FieldOf<Kind>) => z.ZodType } = {
  line: ({ said, maxLength }) => line(said, maxLength),
  state: () =>
    z.enum(['draft', 'scheduled', 'published', 'withdrawn'], {
      error: 'The state must be draft, scheduled, published or withdrawn.',
    }),
  day: () => z.iso.date({ error: 'Write the date as 2026-11-22.' }),
  number: ({ said, max }) => wholeNumber(said, max),
  list: toLines,
  lines: toLines,
  delivery: () => deliverySchema,
  richText: () => richTextSchema,
  contents: () => contents,
  segmentation: ({ maxCount }) =>
    z
      .array(segment, {
        error: 'Write each segmentation with a colon: “By type: hard wheat; soft wheat”.',
      })
      .max(maxCount, `There are more than ${maxCount} segmentations.`),
  keyFigures: ({ maxCount }) =>
    z.array(keyFigure).max(maxCount, `There are more than ${maxCount} key figures.`),
  faqs: ({ maxCount }) => z.array(faq).max(maxCount, `There are more than ${maxCount} questions.`),
  data: () => dataSchema,
};

function toSchema<Kind extends FieldKind>(field: FieldOf<Kind>): z.ZodType {
  const schema = schemas[field.kind](field);
  if (!field.rule) return schema;
  // What comes here is of the kind: the schema has read it.
  const findFault = (value: unknown) => field.rule?.(value as KindValues[Kind]);
  return schema.refine((value) => findFault(value) === undefined, {
    error: ({ input }) => findFault(input),
  });
}

/** A field that is missing stays as it is, and null clears it. */
export const reportInputSchema = z.object({
  code: z
    .string({ error: 'Give the report a code.' })
    .regex(
      /^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,58}[A-Za-z0-9])?$/,
      'A code has letters, digits, hyphens, dots and underscores, 60 characters at most: “QM-1057”.',
    ),
  prices: prices.nullish(),
  ...Object.fromEntries(
    fieldNames.map((name) => [name, toSchema(getField(name)).nullable().optional()]),
  ),
});
