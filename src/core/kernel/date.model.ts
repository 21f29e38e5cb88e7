/** How days are shown to people; those of instants are in time-zone.model.ts. Pure, safe in the browser. */

// Made once: a formatter costs more than formatting a thousand values.
const dateFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/** "21 Nov 2026" of "2026-11-21". Throws RangeError for an instant, whose day is that of a zone. */
export const formatDay = (day: string): string =>
  dateFormat.format(new Date(`${day}T00:00:00Z`)).replace('Sept', 'Sep');
