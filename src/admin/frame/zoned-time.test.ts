import { expect, test } from 'vitest';
import { formatInZone, readZonedTime, toUtcFields } from './zoned-time.ts';

test('a typed time is of the chosen zone, or else of the store’s', () => {
  const at = '2026-12-01T09:00';
  const read = (fields: Record<string, string>) => {
    const outcome = readZonedTime(fields, 'at', 'Asia/Kolkata');
    return outcome.ok ? outcome.value.instant.toISOString() : outcome.errors;
  };
  expect(read({ at })).toBe('2026-12-01T03:30:00.000Z');
  expect(read({ at, zone: 'Asia/Tokyo' })).toBe('2026-12-01T00:00:00.000Z');
  expect(read({ at: '' })).toEqual({ at: ['Give a day and a time.'] });
  expect(read({ at: '2026-02-30T09:00' })).toEqual({
    at: ['There is no such day or time: 2026-02-30, 09:00.'],
  });
  expect(read({ at, zone: 'Mars/Olympus' })).toEqual({
    zone: ['Choose a time zone of the list.'],
  });
});

test('a time that nobody changed stays the second of its two instants', () => {
  const shown = '2026-11-01T06:30:00.000Z';
  const typed = { at: '2026-11-01T01:30', 'at.shown': shown, zone: 'America/New_York' };
  const read = (fields: Record<string, string>) => readZonedTime(fields, 'at', 'UTC');
  expect(read(typed)).toMatchObject({ value: { instant: new Date(shown) } });
  const first = new Date('2026-11-01T05:15:00.000Z');
  expect(read({ ...typed, at: '2026-11-01T01:15' })).toMatchObject({ value: { instant: first } });
});

test('fields without a time stay as they are', () => {
  expect(toUtcFields({ at: ' ', name: 'x' }, 'at', 'UTC')).toMatchObject({
    value: { at: ' ', name: 'x' },
  });
  expect(toUtcFields({ at: '2026-12-01T09:00' }, 'at', 'Asia/Kolkata')).toMatchObject({
    value: { at: '2026-12-01T03:30' },
  });
});

test('an instant is shown as the clocks of its zone show it, beside the store’s', () => {
  const instant = new Date('2026-12-01T00:00:00Z');
  expect(formatInZone(instant, 'America/New_York', 'UTC')).toBe(
    '30 Nov 2026, 19:00 in New York (1 Dec 2026, 00:00 UTC)',
  );
  expect(formatInZone(instant, 'UTC', 'UTC')).toBe('1 Dec 2026, 00:00 UTC');
  expect(formatInZone(instant, 'Asia/Kolkata', 'Asia/Kolkata')).toBe('1 Dec 2026, 05:30 UTC+5:30');
});
