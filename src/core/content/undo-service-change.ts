import { z } from 'zod';
import type { Tx } from '../deps.ts';
import { fail, ok, type Outcome } from '../kernel/outcome.model.ts';
import { isAsLogged, type LoggedChange } from '../kernel/logged-change.ts';
import { holdFormerPictures } from '../media/index.ts';
import * as store from './services.store.ts';

/** The values of a service as entries of the audit log have them. */
const valuesSchema = z.object({
  name: z.string(),
  priority: z.int().nullable(),
  image: z.string().nullable(),
  description: z.string(),
});

/** An entry's words on a service; one that was deleted has nothing after. */
const loggedSchema = z.object({
  before: valuesSchema.partial().catch({}),
  after: valuesSchema.extend({ id: z.int() }).partial().nullable().catch({}),
});

type Undone = Promise<Outcome<{ before: object; after: object }>>;
type Logged = z.infer<typeof loggedSchema>;

/**
 * In `tx`: the service is as it was before the entry: one that was added is gone, and one that was
 * deleted is there again, under a new number. `conflict` if it was changed since.
 */
export async function undoServiceChange(tx: Tx, entry: LoggedChange): Undone {
  const logged = loggedSchema.parse(entry);
  const gone = await holdFormerPictures(tx, logged.before);
  if (gone) return gone;
  return logged.after === null
    ? putBack(tx, logged)
    : changeBack(tx, Number(entry.thingId), logged.before, logged.after);
}

async function putBack(tx: Tx, { before }: Logged): Undone {
  const deleted = valuesSchema.safeParse(before).data;
  if (!deleted) return changedSince;
  const id = await store.insertService(tx, deleted);
  return ok({ before: {}, after: { id, ...deleted } });
}

async function changeBack(
  tx: Tx,
  id: number,
  before: Logged['before'],
  { id: addedId, ...after }: NonNullable<Logged['after']>,
): Undone {
  const service = await store.findService(tx, addedId ?? id);
  if (!service || !isAsLogged(service, after)) return changedSince;
  if (addedId !== undefined) {
    await store.deleteService(tx, addedId);
    return ok({ before: service, after: {} });
  }
  const { id: ownId, ...current } = service;
  await store.updateService(tx, ownId, valuesSchema.parse({ ...current, ...before }));
  return ok({ before: after, after: before });
}

const changedSince = fail('conflict', 'This service has changed since.');
