import { expect, test } from 'vitest';
import { findZone, zoneNames } from './zone-names.model.ts';

test.each([
  ['UTC', 'UTC'],
  ['Asia/Kolkata', 'Asia/Kolkata'],
  ['asia/kolkata', 'Asia/Kolkata'],
  [' Kolkata ', 'Asia/Kolkata'],
  ['America/New York', 'America/New_York'],
  ['new york', 'America/New_York'],
  ['Asia/Calcutta', 'Asia/Calcutta'],
])('%s is the zone %s', (text, zone) => {
  expect(findZone(text)).toBe(zone);
});

test.each(['', 'Mars/Olympus', '+05:30', 'EST', 'IST', 'Pune', "'", 'Asia/', 'x'.repeat(99)])(
  '"%s" is no zone',
  (text) => {
    expect(findZone(text)).toBeUndefined();
  },
);

test('the list has every zone once, by the name of today', () => {
  expect(zoneNames.length).toBeGreaterThan(400);
  expect(new Set(zoneNames).size).toBe(zoneNames.length);
  for (const zone of zoneNames) expect(findZone(zone)).toBe(zone);
  expect(zoneNames).toEqual(expect.arrayContaining(['UTC', 'Asia/Kathmandu', 'Europe/Kyiv']));
  expect(zoneNames).not.toContain('Asia/Calcutta');
});
