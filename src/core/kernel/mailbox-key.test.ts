import { expect, test } from 'vitest';
import { toMailboxKey } from './mailbox-key.ts';

test.each([
  ['Ada@Company.Example', 'ada@company.example'],
  ['ada+1@company.example', 'ada@company.example'],
  ['ada+a+b@company.example.', 'ada@company.example'],
  ['a.d.a+x@gmail.com', 'ada@gmail.com'],
  ['a.da@GoogleMail.com', 'ada@gmail.com'],
  ['a.da@company.example', 'a.da@company.example'],
  ['ａｄａ@company.example', 'ada@company.example'],
  ['zoe\u0308@company.example', 'zoë@company.example'],
  ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
  ['ada@XN--BCHER-KVA.example', 'ada@xn--bcher-kva.example'],
  ['+tag@company.example', '+tag@company.example'],
  [' ada@company.example ', 'ada@company.example'],
])('A-47 %s is the mailbox %s', (email, key) => {
  expect(toMailboxKey(email)).toBe(key);
});

test('A-47 what is no address is a key all the same', () => {
  expect(toMailboxKey('nobody')).toBe('@nobody');
  expect(toMailboxKey('')).toBe('@');
});
