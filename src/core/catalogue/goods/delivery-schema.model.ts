/** The ways of delivery as forms, sheets and settings give them. Pure. */
import { z } from 'zod';

const wrongDays = 'Give the days within which you deliver, from 1 to 365.';

export const deliverySchema = z.discriminatedUnion(
  'kind',
  [
    z.object({ kind: z.literal(['files', 'made', 'none']) }),
    z.object({
      kind: z.literal('by-us'),
      /** Calendar days after payment. */
      days: z.int({ error: wrongDays }).min(1, wrongDays).max(365, wrongDays),
    }),
  ],
  { error: 'The delivery must be files, made, by us within some days, or none.' },
);
