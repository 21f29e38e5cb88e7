import { z } from 'zod';
import { joinedLineField, singleLineField } from '../../kernel/form-fields.ts';

/** A place in an order, from 1; empty for none. */
const positionField = z
  .string()
  .trim()
  .regex(/^([1-9]\d{0,3})?$/, 'Please give a whole number from 1 to 9999, or nothing.')
  .transform((text) => (text === '' ? null : Number(text)));

/** An industry as staff edit it. */
export const industryForm = z.object({
  name: singleLineField('the name', 120),
  slug: singleLineField('the address', 80).regex(
    /^([a-z0-9]+(-[a-z0-9]+)*)?$/,
    'Please use lower-case letters, digits and single hyphens.',
  ),
  position: positionField,
  description: z.string().trim().max(2000, 'Please keep this to 2000 characters.'),
  pictogram: singleLineField('a pictogram', 60).regex(/^[a-z0-9-]+$/, 'Please choose a pictogram.'),
  metaTitle: joinedLineField(200).default(''),
  metaDescription: joinedLineField(400).default(''),
  metaKeywords: joinedLineField(400).default(''),
});

export type IndustryValues = z.infer<typeof industryForm>;
