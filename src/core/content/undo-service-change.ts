import { z } from 'zod';
import type { Deps, Tx } from '../deps.ts';
import { fail, ok, type Outcome } from '../kernel/outcome.model.ts';
import type { LoggedChange } from '../kernel/logged-change.ts';
import { holdPictures } from '../media/index.ts';
import { listLibraryPictures } from '../media/model.ts';
import type { Service } from './model.ts';
import * as store from './services.store.ts';

/** The values of a service as entries of the audit log have them. */
const valuesSchema = z.object({
  name: z.string(),
  priority: z.int().nullable(),
  image: z.string().nullable(),
  description: z.string(),
});

type Undone = Promise<Outcome<{ before: object; after: object }>>;

/**
 * The service is as it was before the entry: one that was added is gone, and one that was deleted is
 * there again, under a new number. `conflict` where it was changed since.
 */
export async function undoServiceChange(
  tx: Tx,
  { invalidate }: Pick<Deps, 'invalidate'>,
  entry: LoggedChange,
): Undone {
  const missing = await holdPictures(
    tx,
    listLibraryPictures(JSON.stringify(entry.before) ?? ''),
    'image',
  );
  if (missing) return fail('conflict', 'A picture that it had is not in the media any more.');
  const deleted = entry.after === null ? valuesSchema.safeParse(entry.before).data : undefined;
  const undone = deleted ? await putBack(tx, deleted) : await changeBack(tx, entry);
  if (undone.ok) await invalidate(tx, ['site']);
  return undone;
}

async function putBack(tx: Tx, values: z.infer<typeof valuesSchema>): Undone {
  const id = await store.insertService(tx, values);
  return ok({ before: {}, after: { id, ...values } });
}

async function changeBack(tx: Tx, entry: LoggedChange): Undone {
  const addedId = z.object({ id: z.int() }).safeParse(entry.after).data?.id;
  const service = await store.findService(tx, addedId ?? Number(entry.thingId));
  const after = valuesSchema.partial().safeParse(entry.after).data ?? {};
  if (!service || !isAsLogged(service, after)) return changedSince;
  if (addedId !== undefined) {
    await store.deleteService(tx, addedId);
    return ok({ before: service, after: {} });
  }
  const { id, ...current } = service;
  const before = valuesSchema.partial().safeParse(entry.before).data ?? {};
  await store.updateService(tx, id, valuesSchema.parse({ ...current, ...before }));
  return ok({ before: after, after: before });
}

const isAsLogged = (service: Service, logged: object): boolean => {
  const current = new Map<string, unknown>(Object.entries(service));
  const named = Object.entries(logged);
  return named.length > 0 && named.every(([name, value]) => current.get(name) === value);
};

const changedSince = fail('conflict', 'This service was changed since.');
