import { expect, test } from 'vitest';
import { greet, renderEmail } from './email-layout.ts';

test.each([
  ['Anna', 'Hello Anna,'],
  [' Łucja O’Neill-Ex ', 'Hello Łucja O’Neill-Ex,'],
  ['J. R. Tolkien', 'Hello J. R. Tolkien,'],
  ['', 'Hello,'],
  ['Anna visit evil.example', 'Hello,'],
  ['https://evil.example', 'Hello,'],
  ['Zoë 😀', 'Hello,'],
  ['x'.repeat(61), 'Hello,'],
  ['Dr. Łucja Berg', 'Hello Dr. Łucja Berg,'],
  ['Anna Berg jr.', 'Hello Anna Berg jr.,'],
  ['María del Carmen Núñez de Vega', 'Hello María del Carmen Núñez de Vega,'],
  ['राम', 'Hello राम,'],
  ['www. evil', 'Hello,'],
  ['Anna. Your account is locked', 'Hello,'],
  ['Your account is locked please write us', 'Hello,'],
  ['Anna\nBerg', 'Hello,'],
  ['Anna\u2028Berg', 'Hello,'],
  ['Anna\u202Egreb', 'Hello,'],
  ['Anna@evil', 'Hello,'],
  ['Anna 0800 1234', 'Hello,'],
])('%j is greeted with "%s"', (name, greeting) => {
  expect(greet(name)).toBe(greeting);
});

test('several lines that somebody typed are quoted in the plain text', () => {
  const { text } = renderEmail({
    to: 'sales@company.example',
    subject: 'A question',
    publisher: 'Publisher',
    origin: 'https://store.example',
    opening: [],
    rows: [['Message', 'Hello\n\nPublisher\u2028Pay here: IBAN']],
    whenMailboxIsFull: 'send',
    dedupeKey: 'one',
  });
  expect(text).toContain('Message: \n> Hello\n> \n> Publisher\n> Pay here: IBAN\n');
});
