import { z } from 'zod';
import type { Tx } from '../../deps.ts';
import type { LoggedChange } from '../../kernel/logged-change.ts';
import { fail, ok, type Outcome } from '../../kernel/outcome.model.ts';
import { enquiryStates } from './enquiry.model.ts';
import { lockEnquiry, updateEnquiries } from './enquiry.store.ts';

/** The undoable acts on an enquiry; a note and an answer can't be undone. */
const changeSchema = z
  .object({
    ownerId: z.number().int().nullable(),
    state: z.enum(enquiryStates),
    followUpOn: z.string().nullable(),
  })
  .partial();
type Change = z.infer<typeof changeSchema>;

/**
 * Owner, state and follow-up are as they were before the entry. Emails that spam has dropped stay
 * unsent. `conflict` if the enquiry was changed since.
 */
async function undoEntry(
  tx: Tx,
  entry: LoggedChange,
): Promise<Outcome<{ before: object; after: object }>> {
  const before = readChange(entry.before);
  const after = readChange(entry.after);
  const names = Object.keys(before).filter((name) => isField(name));
  if (names.length === 0) return fail('conflict', 'A note can’t be undone.');
  const enquiry = await lockEnquiry(tx, Number(entry.thingId));
  if (!enquiry || names.some((name) => enquiry[name] !== after[name]))
    return fail('conflict', 'This enquiry has changed since.');
  await updateEnquiries(tx, [enquiry.id], withoutMissing(before));
  return ok({ before: after, after: before });
}

/** Undoes entries of `enquiry.work`, but for notes. */
export const undoWork = Object.assign(undoEntry, {
  isUndoable: ({ before }: LoggedChange): boolean => Object.keys(readChange(before)).length > 0,
});

const readChange = (fields: unknown): Change => changeSchema.safeParse(fields).data ?? {};

const isField = (name: string): name is keyof Change => Object.hasOwn(changeSchema.shape, name);

const withoutMissing = ({ ownerId, state, followUpOn }: Change) => ({
  ...(ownerId === undefined ? {} : { ownerId }),
  ...(state === undefined ? {} : { state }),
  ...(followUpOn === undefined ? {} : { followUpOn }),
});
