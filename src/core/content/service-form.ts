import { z } from 'zod';
import { singleLineField } from '../kernel/form-fields.ts';
import { pictureNameField } from './picture-field.ts';

/** A service as staff edit it; its description is HTML, of which text and links are kept. */
export const serviceForm = z.object({
  name: singleLineField('the name', 120),
  priority: z
    .string()
    .trim()
    .regex(/^([1-9]\d{0,3})?$/, 'Please give a whole number from 1 to 9999, or nothing.')
    .transform((text) => (text === '' ? null : Number(text))),
  image: pictureNameField,
  description: z.string().trim().max(20_000, 'Please keep this to 20,000 characters.'),
});

export type ServiceValues = z.infer<typeof serviceForm>;
