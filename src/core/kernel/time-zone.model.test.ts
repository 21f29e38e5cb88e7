import { expect, test } from 'vitest';
import {
  addDays,
  formatMinuteIn,
  isDay,
  startOfDay,
  toDay,
  toInstant,
  toLocalTime,
  toYear,
} from './time-zone.model.ts';

const zones = [
  'UTC',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'America/New_York',
  'Pacific/Auckland',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Atlantic/Azores',
  'Africa/Casablanca',
  'Africa/Cairo',
  'America/Havana',
  'America/Santiago',
  'America/St_Johns',
];

test.each([
  ['2026-12-01T09:00', 'UTC', '2026-12-01T09:00:00.000Z'],
  ['2026-12-01T09:00', 'Asia/Kolkata', '2026-12-01T03:30:00.000Z'],
  ['2026-07-01T09:00', 'Europe/London', '2026-07-01T08:00:00.000Z'],
  ['2026-03-29T03:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
  ['2026-10-25T12:00', 'America/New_York', '2026-10-25T16:00:00.000Z'],
])('%s in %s is %s', (local, zone, instant) => {
  expect(toInstant(local, zone)?.toISOString()).toBe(instant);
});

test.each([
  ['America/New_York', '2026-03-08T02:30', '2026-03-08T03:30'],
  ['Europe/Berlin', '2026-03-29T02:15', '2026-03-29T03:15'],
  ['Australia/Lord_Howe', '2026-10-04T02:10', '2026-10-04T02:40'],
  ['Africa/Cairo', '2026-04-24T00:00', '2026-04-24T01:00'],
  ['Pacific/Apia', '2011-12-30T12:00', '2011-12-31T12:00'],
])('an hour that %s leaves out, %s, is as much later: %s', (zone, typed, shown) => {
  const instant = toInstant(typed, zone);
  expect(instant && toLocalTime(instant, zone)).toBe(shown);
});

test.each([
  ['America/New_York', '2026-11-01T01:30', '2026-11-01T05:30:00.000Z'],
  ['Europe/Berlin', '2026-10-25T02:30', '2026-10-25T00:30:00.000Z'],
  ['Pacific/Auckland', '2026-04-05T02:30', '2026-04-04T13:30:00.000Z'],
  ['Australia/Lord_Howe', '2026-04-05T01:45', '2026-04-04T14:45:00.000Z'],
])('of an hour that %s repeats, %s, it is the first: %s', (zone, typed, instant) => {
  expect(toInstant(typed, zone)?.toISOString()).toBe(instant);
});

test('a day or an hour that no calendar has is no instant', () => {
  for (const local of [
    '2026-02-30T09:00',
    '2026-02-29T09:00',
    '2026-04-31T00:00',
    '2026-13-01T09:00',
    '2026-12-01T24:00',
    '2026-12-01T09:60',
    '2026-12-01',
    'tomorrow',
    '',
  ])
    expect(toInstant(local, 'Asia/Kolkata'), local).toBeUndefined();
  expect(isDay('2028-02-29')).toBe(true);
  for (const day of [
    '2026-02-29',
    '2026-2-1',
    '02026-02-01',
    '0000-01-01',
    '9999-12-31',
    '2026-02-01T00:00',
    'x',
    '',
  ])
    expect(isDay(day), day).toBe(false);
  expect(() => startOfDay('2026-02-30', 'UTC')).toThrow(RangeError);
  expect(() => toDay(new Date(), 'Mars/Olympus')).toThrow(RangeError);
});

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Returns the runtime's own clock of a zone, written by another formatter than ours. */
const createClock = (zone: string) => {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'short',
  });
  return (ms: number): string => format.format(ms).replace(' ', 'T');
};

/** The instants around 2026, in hours, after which a zone's clocks don't go on by an hour. */
function listChanges(show: (ms: number) => string): number[] {
  const changes: number[] = [];
  for (let ms = Date.UTC(2025, 11); ms < Date.UTC(2027, 1); ms += hourMs)
    if (Date.parse(`${show(ms + hourMs)}Z`) - Date.parse(`${show(ms)}Z`) !== hourMs)
      changes.push(ms);
  return changes;
}

test.each(zones)('around each change of clocks in %s every time is its first instant', (zone) => {
  const show = createClock(zone);
  for (const change of [Date.UTC(2026, 0), ...listChanges(show)]) {
    const firsts = new Map<string, number>();
    for (let ms = change - 30 * hourMs; ms < change + 30 * hourMs; ms += 15 * minuteMs) {
      expect(toLocalTime(new Date(ms), zone)).toBe(show(ms));
      if (!firsts.has(show(ms))) firsts.set(show(ms), ms);
    }
    for (const [local, first] of firsts) expect(toInstant(local, zone)?.getTime()).toBe(first);
  }
});

test.each(zones)('in %s no two days share an instant, and none is between them', (zone) => {
  let day = '2025-12-25';
  while (day < '2027-01-10') {
    const start = startOfDay(day, zone);
    expect(toDay(start, zone)).toBe(day);
    expect(toDay(new Date(start.getTime() - 1), zone)).toBe(addDays(day, -1));
    day = addDays(day, 1);
  }
});

test('a year begins at its midnight in the zone', () => {
  const instant = new Date('2026-12-31T19:00:00Z');
  expect([toDay(instant, 'Asia/Kolkata'), toYear(instant, 'Asia/Kolkata')]).toEqual([
    '2027-01-01',
    2027,
  ]);
  expect([toDay(instant, 'UTC'), toYear(instant, 'UTC')]).toEqual(['2026-12-31', 2026]);
});

test('a shown hour says how far it is from UTC', () => {
  const instant = new Date('2026-12-31T19:00:00Z');
  expect(formatMinuteIn(instant, 'UTC')).toBe('31 Dec 2026, 19:00 UTC');
  expect(formatMinuteIn(instant, 'Asia/Kolkata')).toBe('1 Jan 2027, 00:30 UTC+5:30');
  expect(formatMinuteIn(instant, 'America/New_York')).toBe('31 Dec 2026, 14:00 UTC-5');
  expect(formatMinuteIn(instant, 'America/St_Johns')).toBe('31 Dec 2026, 15:30 UTC-3:30');
});
