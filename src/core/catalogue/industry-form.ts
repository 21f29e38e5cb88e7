import { z } from 'zod';
import { singleLineField } from '../kernel/form-fields.ts';

const optionalLine = (maxLength: number) =>
  z.string().trim().max(maxLength, `Please keep this to ${maxLength} characters.`).default('');

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
  metaTitle: optionalLine(200),
  metaDescription: optionalLine(400),
  metaKeywords: optionalLine(400),
});

export type IndustryValues = z.infer<typeof industryForm>;
