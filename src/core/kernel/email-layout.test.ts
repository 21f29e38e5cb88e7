import { expect, test } from 'vitest';
import { greet } from './email-layout.ts';

test.each([
  ['Anna', 'Hello Anna,'],
  [' Łucja O’Neill-Ex ', 'Hello Łucja O’Neill-Ex,'],
  ['J. R. Tolkien', 'Hello J. R. Tolkien,'],
  ['', 'Hello,'],
  ['Anna visit evil.example', 'Hello,'],
  ['https://evil.example', 'Hello,'],
  ['Zoë 😀', 'Hello,'],
  ['x'.repeat(61), 'Hello,'],
])('%j is greeted with "%s"', (name, greeting) => {
  expect(greet(name)).toBe(greeting);
});
