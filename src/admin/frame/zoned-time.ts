/** Times that people type in a form beside a time zone. */
import {
  formatDayIn,
  formatMinuteIn,
  toInstant,
  toLocalTime,
} from '#core/kernel/time-zone.model.ts';
import { findZone, nameZone } from '#core/kernel/zone-names.model.ts';
import { fail, ok, type Outcome, type Refusal } from '#core/kernel/outcome.model.ts';

type TypedFields = Readonly<Record<string, string>>;

/** The field beside a time that has the instant which was shown, for `readZonedTime`. */
export const shownInstantField = (name: string): string => `${name}.shown`;

/**
 * The instant and the zone that the fields of `ZonedTimeFields` give; the store's zone if none
 * was chosen. `invalid` at its field for no time, a day that no calendar has and an unknown zone. A
 * time that was left as it was shown is that instant, also in an hour that there is twice.
 */
export function readZonedTime(
  fields: TypedFields,
  name: string,
  storeZone: string,
): Outcome<{ readonly instant: Date; readonly zone: string }> {
  const typed = fields[name]?.trim() ?? '';
  if (typed === '') return refuse(name, 'Give a day and a time.');
  const zone = findZone(fields['zone'] ?? storeZone);
  if (zone === undefined) return refuse('zone', 'Choose a time zone of the list.');
  const shown = new Date(fields[shownInstantField(name)] ?? '');
  if (!Number.isNaN(shown.getTime()) && toLocalTime(shown, zone) === typed)
    return ok({ instant: shown, zone });
  const instant = toInstant(typed, zone);
  if (instant) return ok({ instant, zone });
  return refuse(name, `There is no such day or time: ${typed.replace('T', ', ')}.`);
}

const refuse = (name: string, sentence: string): Refusal =>
  fail('invalid', sentence, { [name]: [sentence] });

/** The fields with that time in UTC, or without any if none was typed; else as readZonedTime. */
export function toUtcFields(
  fields: TypedFields,
  name: string,
  storeZone: string,
): Outcome<TypedFields> {
  if ((fields[name]?.trim() ?? '') === '') return ok(fields);
  const read = readZonedTime(fields, name, storeZone);
  return read.ok ? ok({ ...fields, [name]: toLocalTime(read.value.instant, 'UTC') }) : read;
}

/** "1 Dec 2026, 09:00 in Tokyo (1 Dec 2026, 00:00 UTC)": in a zone, and in the store's. */
export function formatInZone(instant: Date, zone: string, storeZone: string): string {
  const atStore = formatMinuteIn(instant, storeZone);
  if (zone === storeZone) return atStore;
  const place = nameZone(zone).split('/').at(-1);
  const hour = toLocalTime(instant, zone).slice(11);
  return `${formatDayIn(instant, zone)}, ${hour} in ${place} (${atStore})`;
}
