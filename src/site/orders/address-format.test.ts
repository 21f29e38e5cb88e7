import { expect, test } from 'vitest';
import { checkPostalCode, completePhone, splitPhone } from './address-format.ts';

const germany = { id: 2, iso2: 'DE', name: 'Germany', phonecode: '49' };
const ghana = { id: 3, iso2: 'GH', name: 'Ghana', phonecode: '233' };

test('a phone number gets its country code once, and is shown without it again', () => {
  const complete = completePhone(germany, '030 555 0142');
  expect(complete).toBe('+49 030 555 0142');
  expect(completePhone(germany, complete)).toBe(complete);
  expect(splitPhone(germany, complete)).toEqual({ code: '+49', number: '030 555 0142' });
});

test('a number of another country keeps its own code', () => {
  expect(completePhone(germany, '+1 202 555 0100')).toBe('+1 202 555 0100');
  expect(completePhone(germany, '00 1 202 555 0100')).toBe('00 1 202 555 0100');
  expect(splitPhone(germany, '+1 202 555 0100')).toEqual({
    code: undefined,
    number: '+1 202 555 0100',
  });
});

test('an empty number and an unknown country are left as they are', () => {
  expect(completePhone(germany, ' ')).toBe(' ');
  expect(completePhone(undefined, '030 555')).toBe('030 555');
});

test('a postal code is refused where it cannot be one of its country', () => {
  expect(checkPostalCode(germany, { zip: '1011' })).toEqual({
    zip: ['German postal codes have 5 digits, as in 10119.'],
  });
  expect(checkPostalCode(germany, { zip: ' 10119 ' })).toEqual({});
  expect(checkPostalCode(ghana, { zip: 'anything' })).toEqual({});
  expect(checkPostalCode(germany, { zip: '' })).toEqual({});
});
