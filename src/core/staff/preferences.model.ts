/** A person's own choices. What is unknown or wrong is as if it was never chosen. */
import { z } from 'zod';

export const preferencesSchema = z
  .object({ areShortcutsOff: z.boolean().catch(false).default(false) })
  .catch({ areShortcutsOff: false });

export type Preferences = z.infer<typeof preferencesSchema>;
