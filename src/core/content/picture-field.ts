import { z } from 'zod';

/** The name of a picture of the store; empty for none. */
export const pictureNameField = z
  .string()
  .trim()
  .max(200, 'Please keep this to 200 characters.')
  .regex(
    /^([\w-][\w.-]*(\/[\w-][\w.-]*)*)?$/,
    'Please give the name of a picture, such as "services/report.svg".',
  )
  .transform((text) => (text === '' ? null : text))
  .default(null);
