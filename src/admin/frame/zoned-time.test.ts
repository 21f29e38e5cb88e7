import { expect, test } from 'vitest';
import { formatInZone, toInstant, toLocalTime } from './zoned-time.ts';

test.each([
  ['2026-12-01T09:00', 'UTC', '2026-12-01T09:00:00.000Z'],
  ['2026-12-01T09:00', 'Asia/Kolkata', '2026-12-01T03:30:00.000Z'],
  ['2026-07-01T09:00', 'Europe/London', '2026-07-01T08:00:00.000Z'],
  ['2026-03-29T03:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
  ['2026-10-25T12:00', 'America/New_York', '2026-10-25T16:00:00.000Z'],
])('%s in %s is %s', (local, zone, instant) => {
  expect(toInstant(local, zone)?.toISOString()).toBe(instant);
});

test('what is no time or no zone is nothing', () => {
  expect(toInstant('tomorrow', 'UTC')).toBeUndefined();
  expect(toInstant('2026-12-01T09:00', 'Mars/Olympus')).toBeUndefined();
});

test('an instant is shown as the clocks of its zone show it, beside UTC', () => {
  const instant = new Date('2026-12-01T00:00:00Z');
  expect(toLocalTime(instant, 'Asia/Tokyo')).toBe('2026-12-01T09:00');
  expect(formatInZone(instant, 'America/New_York')).toBe(
    '30 Nov 2026, 19:00 in New York (1 Dec 2026, 00:00 UTC)',
  );
  expect(formatInZone(instant, 'UTC')).toBe('1 Dec 2026, 00:00 UTC');
});
