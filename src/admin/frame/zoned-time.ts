/** A clock time in a time zone as an instant, and back. Pure. */
import { formatDay, formatMinute } from '#core/kernel/date.model.ts';

/** How far the zone is from UTC at an instant, in milliseconds. Throws for an unknown zone. */
function getOffsetMs(instant: Date, zone: string): number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    ...({ year: 'numeric', month: 'numeric', day: 'numeric' } as const),
    ...({ hour: 'numeric', minute: 'numeric', second: 'numeric' } as const),
  });
  const parts = Object.fromEntries(
    format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  const shown = Date.UTC(year, month - 1, day, hour, minute, second);
  return shown - Math.floor(instant.getTime() / 1000) * 1000;
}

/**
 * "2026-12-01T09:00" in "Europe/London" as an instant. An hour that a change of clocks leaves out is
 * the one after it. undefined for what is no time or no zone.
 */
export function toInstant(local: string, zone: string): Date | undefined {
  const asUtc = new Date(`${local}Z`);
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(local) || Number.isNaN(asUtc.getTime())) return undefined;
  try {
    const guess = new Date(asUtc.getTime() - getOffsetMs(asUtc, zone));
    return new Date(asUtc.getTime() - getOffsetMs(guess, zone));
  } catch {
    return undefined;
  }
}

type TypedFields = Readonly<Record<string, string>>;

/** The instant that the fields of `ZonedTimeFields` give, if they give any. */
export const readZonedTime = (fields: TypedFields, name: string): Date | undefined =>
  toInstant(fields[name] ?? '', fields['zone'] ?? 'UTC');

/** The fields with that time in UTC; what is no time stays as it was typed. */
export function toUtcFields(fields: TypedFields, name: string): TypedFields {
  const instant = readZonedTime(fields, name);
  return instant ? { ...fields, [name]: toLocalTime(instant, 'UTC') } : fields;
}

/** An instant as the clocks of a zone show it: "2026-12-01T09:00". */
export const toLocalTime = (instant: Date, zone: string): string =>
  new Date(instant.getTime() + getOffsetMs(instant, zone)).toISOString().slice(0, 16);

/** "1 Dec 2026, 09:00 in Tokyo (1 Dec 2026, 00:00 UTC)". */
export function formatInZone(instant: Date, zone: string): string {
  if (zone === 'UTC') return formatMinute(instant);
  const local = toLocalTime(instant, zone);
  const place = nameZone(zone).split('/').at(-1);
  const day = formatDay(new Date(`${local}Z`));
  return `${day}, ${local.slice(11)} in ${place} (${formatMinute(instant)})`;
}

/** "America/New York". */
export const nameZone = (zone: string): string => zone.replaceAll('_', ' ');
