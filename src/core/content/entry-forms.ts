import { z } from 'zod';
import { multiLineField, singleLineField } from '../kernel/form-fields.ts';
import type { EntryKind, EntryValues } from './entry.model.ts';
import { pictureNameField } from './picture-field.ts';

/** A checkbox: "1", or nothing. */
const checkbox = z
  .string()
  .optional()
  .transform((text) => text === '1');

/** The forms of entries; a text of HTML is cleaned where it is stored. */
export const entryForms: {
  readonly [Kind in EntryKind]: z.ZodType<EntryValues<Kind>>;
} = {
  faq: z.object({
    title: singleLineField('the question', 300),
    html: multiLineField('the answer', 50_000),
    isHidden: checkbox,
  }),
  testimonial: z.object({
    name: singleLineField('the name', 120),
    designation: singleLineField('the position', 200),
    description: multiLineField('what they say', 2000),
    image: pictureNameField,
    isSample: checkbox,
    isHidden: checkbox,
  }),
  clientLogo: z.object({
    name: singleLineField('the name', 120),
    image: pictureNameField,
    isSample: checkbox,
    isHidden: checkbox,
  }),
};
