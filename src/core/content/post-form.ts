import { z } from 'zod';
import { joinedLineField, singleLineField } from '../kernel/form-fields.ts';
import { toInstant } from '../kernel/time-zone.model.ts';
import { pictureNameField } from './picture-field.ts';
import { postStates } from './post.model.ts';

const optionalLine = (maxLength: number) => joinedLineField(maxLength).default('');

/** "2026-11-22T14:05", in UTC; empty for none. */
const timeField = z
  .string()
  .trim()
  .regex(/^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2})?$/, 'Please give a date and a time.')
  .transform((text) => (text === '' ? null : toInstant(text, 'UTC')))
  .refine((time) => time !== undefined, 'There is no such time.')
  .default(null);

/** A blog post or press release as staff edit it; its body is HTML of which text is kept. */
export const postForm = z.object({
  name: singleLineField('the title', 200),
  slug: z
    .string()
    .trim()
    .max(80, 'Please keep this to 80 characters.')
    .regex(
      /^([a-z0-9]+(-[a-z0-9]+)*)?$/,
      'Please use lower-case letters, digits and single hyphens, or leave it empty.',
    )
    .default(''),
  state: z.enum(postStates, { error: 'Please choose a state.' }),
  createdAt: timeField,
  summary: optionalLine(400),
  author: optionalLine(120),
  image: pictureNameField,
  imageText: optionalLine(300),
  metaTitle: optionalLine(200),
  metaDescription: optionalLine(400),
  metaKeywords: optionalLine(400),
  html: z.string().trim().max(500_000, 'Please keep this to 500,000 characters.').default(''),
});
