/** Which time zones there are, by their IANA names. Pure, safe in the browser. */
import { toPresentName } from './present-zone-names.model.ts';

/** Every zone to choose from, in alphabetical order, UTC first. */
export const zoneNames: readonly string[] = [
  'UTC',
  ...Intl.supportedValuesOf('timeZone')
    .map(toPresentName)
    .filter((zone) => zone !== 'UTC')
    .toSorted(),
];

/** "new york" of "America/New_York"'s last part, and of itself. */
const simplify = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, ' ');

/** Zones by what people may write for them. Two zones never have the same last part. */
const zonesByText = new Map(
  zoneNames.flatMap((zone) => [
    [simplify(zone), zone],
    [simplify(zone.split('/').at(-1) ?? zone), zone],
  ]),
);

/**
 * The zone that somebody wrote: by its name in any case ("asia/kolkata", "America/New York"), a
 * former name ("Asia/Calcutta", which stays as it is) or its city alone. undefined for none.
 */
export function findZone(text: string): string | undefined {
  const listed = zonesByText.get(simplify(text));
  if (listed !== undefined) return listed;
  // Former names are written exactly. "+05:30" and "EST" are none: they know no change of clocks.
  const isFormerName = /^[A-Z][A-Za-z]+(\/[A-Z][A-Za-z_-]+)+$/.test(text) && isKnown(text);
  return isFormerName ? text : undefined;
}

function isKnown(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** The sentence for somebody who wrote no zone. */
export const unknownZone = 'Please choose a time zone of the list, such as Asia/Kolkata.';

/** "America/New York". */
export const nameZone = (zone: string): string => zone.replaceAll('_', ' ');
