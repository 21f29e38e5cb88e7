/**
 * Days and clock times in a time zone. Instants stay UTC wherever they are kept; what people read or
 * type follows a zone, which has an IANA name, such as "Asia/Kolkata". Rules of zones are those of
 * the runtime (Intl). Pure, safe in the browser; throws RangeError for an unknown zone.
 */
import { formatDay } from './date.model.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;

/**
 * True for a day that the calendar has, "2026-11-22"; false for 30 February. Years are 1000 to 9998,
 * so that the day after is one as well.
 */
export function isDay(text: string): boolean {
  const instant = Date.parse(`${text}T00:00:00Z`);
  const isWritten = /^(?!9999)[1-9]\d{3}-\d\d-\d\d$/.test(text) && !Number.isNaN(instant);
  return isWritten && new Date(instant).toISOString().startsWith(text);
}

// Made once for each zone: a formatter costs more than formatting a thousand values.
const formats = new Map<string, Intl.DateTimeFormat>();

function getFormat(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    ...({ year: 'numeric', month: 'numeric', day: 'numeric' } as const),
    ...({ hour: 'numeric', minute: 'numeric', second: 'numeric' } as const),
  });
  formats.set(zone, format);
  return format;
}

/** Days from one to another, "2026-11-22", both included; open if there is none. */
export type DaySpan = { readonly from?: string | undefined; readonly until?: string | undefined };

/** How far a zone's clocks are before UTC at an instant, in milliseconds. */
function getOffsetMs(instantMs: number, zone: string): number {
  const parts = Object.fromEntries(
    getFormat(zone)
      .formatToParts(instantMs)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  const shownMs = Date.UTC(year, month - 1, day, hour, minute, second);
  return shownMs - Math.floor(instantMs / 1000) * 1000;
}

/** Returns the time on the clocks of a zone at an instant: "2026-12-01T09:00". */
export const toLocalTime = (instant: Date, zone: string): string =>
  new Date(instant.getTime() + getOffsetMs(instant.getTime(), zone)).toISOString().slice(0, 16);

/** The day that a zone has at an instant: "2026-12-01". */
export const toDay = (instant: Date, zone: string): string =>
  toLocalTime(instant, zone).slice(0, 10);

/** The year that a zone has at an instant. */
export const toYear = (instant: Date, zone: string): number =>
  Number(toDay(instant, zone).slice(0, 4));

/**
 * The instant at which the clocks of a zone show a time, "2026-12-01T09:00". Of an hour that a
 * change of clocks repeats it is the first. One that a change leaves out is as much later as the
 * clocks move: 02:30 is 03:30. (The rule "compatible" of ECMAScript's Temporal and of RFC 5545.)
 * undefined for a text of another form and for a day or an hour that no calendar has.
 */
export function toInstant(local: string, zone: string): Date | undefined {
  const [day = '', time = ''] = local.split('T');
  if (!isDay(day) || !/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) return undefined;
  const asUtcMs = Date.parse(`${day}T${time}:00Z`);
  // No zone changes twice in two days, and none is a day or more from UTC.
  const beforeMs = getOffsetMs(asUtcMs - dayMs, zone);
  const afterMs = getOffsetMs(asUtcMs + dayMs, zone);
  const shown = [beforeMs, afterMs]
    .map((offsetMs) => asUtcMs - offsetMs)
    .filter((instantMs) => instantMs + getOffsetMs(instantMs, zone) === asUtcMs);
  return new Date(shown.length > 0 ? Math.min(...shown) : asUtcMs - beforeMs);
}

/** The first moment of a day, "2026-12-01", in a zone. Throws for what is no day. */
export function startOfDay(day: string, zone: string): Date {
  const start = toInstant(`${day}T00:00`, zone);
  if (!start) throw new RangeError(`not a day: ${day}`);
  return start;
}

/** The day so many days after a day; before it for a negative number. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

/** The Monday of a day's week. */
export const startOfWeek = (day: string): string =>
  addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));

/** The same day so many months before, which is a later day if that month is shorter. */
export function subtractMonths(day: string, months: number): string {
  const earlier = new Date(`${day}T00:00:00Z`);
  earlier.setUTCMonth(earlier.getUTCMonth() - months);
  return earlier.toISOString().slice(0, 10);
}

/**
 * An instant for a sheet, as ISO 8601 with the clock of a zone: "2026-12-01T09:00:00.000+05:30", or
 * with a Z if the zone is as UTC then.
 */
export function toZonedIso(instant: Date, zone: string): string {
  const offsetMs = getOffsetMs(instant.getTime(), zone);
  const shown = new Date(instant.getTime() + offsetMs).toISOString();
  const minutes = Math.round(Math.abs(offsetMs) / minuteMs);
  const digits = [Math.floor(minutes / 60), minutes % 60].map((part) =>
    String(part).padStart(2, '0'),
  );
  const offset = `${offsetMs < 0 ? '-' : '+'}${digits.join(':')}`;
  return offsetMs === 0 ? shown : shown.replace('Z', offset);
}

/** "1 Dec 2026": the day that a zone has at an instant. */
export const formatDayIn = (instant: Date, zone: string): string => formatDay(toDay(instant, zone));

/**
 * "09:00 UTC+5:30": what the clocks of a zone show at an instant, and how far they are from UTC.
 */
export function formatHourIn(instant: Date, zone: string): string {
  const offset = Math.round(getOffsetMs(instant.getTime(), zone) / minuteMs);
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
  const distance = `${offset < 0 ? '-' : '+'}${hours}`;
  const name = offset === 0 ? '' : distance;
  const rest = minutes === 0 ? '' : `:${String(minutes).padStart(2, '0')}`;
  return `${toLocalTime(instant, zone).slice(11)} UTC${name}${rest}`;
}

/** "1 Dec 2026, 09:00 UTC+5:30". */
export const formatMinuteIn = (instant: Date, zone: string): string =>
  `${formatDayIn(instant, zone)}, ${formatHourIn(instant, zone)}`;
