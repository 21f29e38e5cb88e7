import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startViesSimulator, type ViesSimulator } from '#simulators/vies.ts';
import { createViesClient } from './vies.ts';

const log = { info: () => {}, warn: () => {}, error: () => {} };
let simulator: ViesSimulator;
beforeAll(async () => {
  simulator = await startViesSimulator({ port: 0 });
});
afterAll(() => simulator?.close());

const seller = { prefix: 'DE', digits: '123456789' };
const check = (digits: string, requester?: typeof seller, baseUrl = simulator.baseUrl) =>
  createViesClient({ baseUrl, log, timeoutMs: 2000 }).check({ prefix: 'FR', digits }, requester);

test('a number is valid, unknown, or its member state gives no answer', async () => {
  expect(await check('12345678901')).toEqual({ kind: 'valid', consultation: undefined });
  expect(await check('12345678901', seller)).toEqual({
    kind: 'valid',
    consultation: 'WAPIAAAA12345678901',
  });
  expect(await check('12345678900')).toEqual({ kind: 'invalid' });
  expect(await check('12345678999')).toEqual({ kind: 'unavailable' });
});

test.each([
  ['is no JSON', 200, '<html>maintenance</html>'],
  ['has other fields', 200, '{"isValid":true}'],
  ['is a redirect', 302, ''],
  ['is a fault', 500, '{"valid":true}'],
  ['never comes', 0, ''],
])('an answer that %s is none', async (_, status, body) => {
  const server = createServer((_req, res) => {
    if (status > 0) res.writeHead(status, { location: simulator.baseUrl }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.address() as AddressInfo;
  try {
    expect(await check('1', undefined, `http://127.0.0.1:${port}`)).toEqual({
      kind: 'unavailable',
    });
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
