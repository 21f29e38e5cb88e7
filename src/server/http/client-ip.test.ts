import { describe, expect, test } from 'vitest';
import { findClientIp, type TrustedProxies } from './client-ip.ts';

const socketIp = '10.0.0.1';
const oneProxy: TrustedProxies = { trustedProxyCount: 1, trustedProxyHeader: 'x-forwarded-for' };
const rfc7239: TrustedProxies = { ...oneProxy, trustedProxyHeader: 'forwarded' };

describe("A-50 a visitor's IP address is one key, however a proxy writes it", () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:51234', '203.0.113.7'],
    [' "203.0.113.7:51234" ', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['[::ffff:203.0.113.7]:443', '203.0.113.7'],
    ['::FFFF:cb00:7107', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::1]', '2001:db8:1:2::/64'],
    ['"[2001:db8:1:2::1]:4711"', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9%eth0', '2001:db8:1:2::/64'],
    ['2001:db8::', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('X-Forwarded-For: %s', (header, ip) => {
    expect(findClientIp(socketIp, { 'x-forwarded-for': header }, oneProxy)).toBe(ip);
  });

  test.each([
    ['for=203.0.113.7', '203.0.113.7'],
    ['For="203.0.113.7:47011";proto=https;by=10.0.0.9', '203.0.113.7'],
    ['proto=https; for="[2001:db8:1:2::17]:4711"', '2001:db8:1:2::/64'],
    ['for=198.51.100.1, for=203.0.113.7;host="a.example"', '203.0.113.7'],
  ])('Forwarded: %s', (header, ip) => {
    expect(findClientIp(socketIp, { forwarded: header }, rfc7239)).toBe(ip);
  });
});

test('A-50 without a proxy of ours no header is believed', () => {
  const headers = { 'x-forwarded-for': '203.0.113.7', forwarded: 'for=203.0.113.7' };
  const none = { ...oneProxy, trustedProxyCount: 0 };
  expect(findClientIp('198.51.100.2', headers, none)).toBe('198.51.100.2');
  expect(findClientIp('::ffff:198.51.100.2', headers, none)).toBe('198.51.100.2');
});

test('A-50 only the header and the entry that our proxies wrote are believed', () => {
  const headers = { 'x-forwarded-for': '1.1.1.1, 203.0.113.7', forwarded: 'for=2.2.2.2' };
  expect(findClientIp(socketIp, headers, oneProxy)).toBe('203.0.113.7');
  expect(findClientIp(socketIp, headers, rfc7239)).toBe('2.2.2.2');
  expect(findClientIp(socketIp, { forwarded: 'for=2.2.2.2' }, oneProxy)).toBe(socketIp);
  const two = { ...oneProxy, trustedProxyCount: 2 };
  const passed = { 'x-forwarded-for': '1.1.1.1, 203.0.113.7:9, 10.9.9.9' };
  expect(findClientIp(socketIp, passed, two)).toBe('203.0.113.7');
});

test.each([
  ['for=1.1.1.1;x="', 'for="[2001:db8:1:2::1]"', '2001:db8:1:2::/64'],
  ['for="', 'for=203.0.113.7', '203.0.113.7'],
  ['for=203.0.113.7;host="a,for=1.1.1.1";proto=http', '', socketIp],
])('A-50 quotes that are left open hide nothing: %s, %s', (typed, written, ip) => {
  const forwarded = [typed, written].filter(Boolean).join(', ');
  expect(findClientIp(socketIp, { forwarded }, rfc7239)).toBe(ip);
});

test.each(['unknown', '_hidden', '', 'x'.repeat(9000), '1.2.3', '999.1.1.1', '[::1', '1:2:3', '%'])(
  'A-50 an entry that is no address counts as the proxy itself: %j',
  (header) => {
    expect(findClientIp(socketIp, { 'x-forwarded-for': header }, oneProxy)).toBe(socketIp);
    expect(findClientIp(socketIp, { forwarded: `for=${header}` }, rfc7239)).toBe(socketIp);
  },
);
