/** The pictures that a store's settings name, in fields and in texts. */
import type { Tx } from '../deps.ts';
import type { Refusal } from '../kernel/outcome.model.ts';
import { holdPictures } from '../media/index.ts';
import { listLibraryPictures } from '../media/model.ts';
import type { StoreSettings } from './settings.model.ts';

/** The fields of a picture, by the place that forms and messages call them. */
const readFields = ({ brand, about }: StoreSettings): readonly (readonly [string, string])[] => [
  ['brand.logo', brand.logo ?? ''],
  ['brand.logoOnDark', brand.logoOnDark ?? ''],
  ['brand.favicon', brand.favicon ?? ''],
  ['about.banner', about.banner ?? ''],
  ['about.html', about.html],
];

const listNames = (settings: StoreSettings | undefined): string[] =>
  settings ? listLibraryPictures(JSON.stringify(settings)) : [];

/**
 * In `tx`: the pictures that these settings name and those before did not stay until it ends.
 * `invalid` at the field where the library no longer has one.
 */
export async function refuseMissingPictures(
  tx: Tx,
  before: StoreSettings | undefined,
  settings: StoreSettings,
): Promise<Refusal | undefined> {
  const known = new Set(listNames(before));
  const added = listNames(settings).filter((name) => !known.has(name));
  // All at once, so that two who need the same ones wait in one order.
  const refusal = await holdPictures(tx, added, 'texts');
  const place = readFields(settings).find(([, text]) =>
    listLibraryPictures(text).some((name) => refusal?.message.includes(`${name} `)),
  );
  return refusal && place ? { ...refusal, errors: { [place[0]]: [refusal.message] } } : refusal;
}
