import { z } from 'zod';
import { singleLineField } from '../kernel/form-fields.ts';

/** A service as staff edit it; its description is HTML, of which text and links are kept. */
export const serviceForm = z.object({
  name: singleLineField('the name', 120),
  priority: z
    .string()
    .trim()
    .regex(/^([1-9]\d{0,3})?$/, 'Please give a whole number from 1 to 9999, or nothing.')
    .transform((text) => (text === '' ? null : Number(text))),
  image: z
    .string()
    .trim()
    .max(200, 'Please keep this to 200 characters.')
    .regex(
      /^([\w-][\w.-]*(\/[\w-][\w.-]*)*)?$/,
      'Please give the name of a picture, such as "services/report.svg".',
    )
    .transform((text) => (text === '' ? null : text)),
  description: z.string().trim().max(20_000, 'Please keep this to 20,000 characters.'),
});

export type ServiceValues = z.infer<typeof serviceForm>;
