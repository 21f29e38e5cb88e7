import { expect, test } from 'vitest';
import { createWebhookSender } from './index.ts';

test('A-22: outside the demo no address of our own network is called, whatever a name resolves to', async () => {
  const addresses = new Map([
    ['metadata.example', '169.254.169.254'],
    ['rebound.example', '127.0.0.1'],
    ['mapped.example', '::ffff:10.0.0.1'],
    ['local.example', 'fd00::1'],
  ]);
  const { findUrlProblem, post } = createWebhookSender({
    allowsPrivate: false,
    resolve: (name, _, callback) =>
      callback(null, [{ address: addresses.get(name) ?? '', family: 4 }]),
  });
  for (const url of [
    'http://example.com/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://2130706433/',
    'https://10.1.2.3/',
    'https://[::ffff:7f00:1]/',
    'https://a:b@example.com/',
    'x',
  ])
    expect([url, findUrlProblem(url)]).toEqual([url, expect.any(String)]);
  expect(findUrlProblem('https://crm.example.com/hook')).toBeUndefined();
  for (const name of addresses.keys()) {
    const answer = await post({ url: `https://${name}/`, headers: {}, body: '{}' });
    expect([name, answer]).toEqual([
      name,
      { status: null, answer: expect.stringContaining('public') },
    ]);
  }
});
