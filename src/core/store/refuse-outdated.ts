import type { Tx } from '../deps.ts';
import { failChangedSince } from '../kernel/edit-revision.ts';
import type { Refusal } from '../kernel/outcome.model.ts';
import { listOverwritten } from './changed-settings.model.ts';
import { settingsSchema, type StoreSettings } from './settings.model.ts';
import * as store from './settings.store.ts';

type Form = {
  /** Its words on its parts. */
  readonly typed: Readonly<Record<string, unknown>>;
  readonly parts: readonly string[];
  /** The version that it was filled from; the newest where it names none. */
  readonly basedOn: number | undefined;
};

/**
 * `conflict` if the form would overwrite what somebody has changed since it was filled, with the
 * name of who did last.
 */
export async function refuseOutdated(
  tx: Tx,
  newest: { readonly version: number; readonly settings: StoreSettings },
  { typed, parts, basedOn = newest.version }: Form,
): Promise<Refusal | undefined> {
  if (basedOn >= newest.version) return undefined;
  const seen = settingsSchema.parse(await store.getBody(tx, basedOn));
  const lost = listOverwritten({ seen, now: newest.settings, typed }, parts);
  if (lost.length === 0) return undefined;
  const paths = lost.map(({ path }) => path);
  const changedBy = (await store.findChanger(tx, paths, basedOn)) ?? '';
  return failChangedSince(changedBy.replace(/^undo /, 'An undo '));
}
