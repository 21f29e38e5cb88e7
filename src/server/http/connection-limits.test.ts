import net, { type AddressInfo, type Socket } from 'node:net';
import http, { type RequestListener } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { allowBodyTime } from './body-time.ts';
import { createLimitedServer, type ConnectionLimits } from './connection-limits.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** Long enough for a request to come on a busy machine, and shorter than our answers here. */
const quick = { idleTimeoutMs: 400, bodyTimeoutMs: 400 };
const short = { maxConnections: 100, maxConnectionsPerClient: undefined, checkIntervalMs: 10 };

async function listen(limits: Partial<ConnectionLimits>, onRequest: RequestListener) {
  const server = createLimitedServer({ ...short, ...limits }, onRequest);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const connect = (localAddress = '127.0.0.1'): Socket & { isClosed?: boolean } => {
    const socket: Socket & { isClosed?: boolean } = net.connect({
      port,
      host: '127.0.0.1',
      localAddress,
    });
    socket.on('error', () => {}).on('close', () => (socket.isClosed = true));
    closers.push(() => socket.destroy());
    return socket;
  };
  return { connect, url: `http://127.0.0.1:${port}` };
}

const canGet = (url: string, localAddress: string): Promise<boolean> =>
  new Promise((resolve) => {
    const request = http.get(url, { localAddress, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.on('error', () => resolve(false));
  });

const answer: RequestListener = (_, res) => void res.end('here');

test('A-52 connections without a request, or with a part of its headers, are closed', async () => {
  const { connect } = await listen({ headersTimeoutMs: 50 }, answer);
  const silent = connect();
  const slow = connect();
  slow.write('GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ');
  for (const socket of [silent, slow]) socket.resume();
  await waitUntil('both are closed', () => silent.isClosed === true && slow.isClosed === true);
});

test('A-52 a body that does not end is cut', async () => {
  const limits = { headersTimeoutMs: 50, bodyTimeoutMs: 100 };
  const { connect } = await listen(limits, (req, res) => req.resume().on('end', () => res.end()));
  const [silent, trickling] = [connect(), connect()];
  for (const socket of [silent, trickling]) {
    socket.resume();
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n123');
  }
  const trickle = setInterval(() => trickling.write('4'), 5);
  closers.push(() => clearInterval(trickle));
  const areClosed = () => silent.isClosed === true && trickling.isClosed === true;
  await waitUntil('both are closed', areClosed);
});

test('A-52 a body that nobody reads is cut as well', async () => {
  const { connect } = await listen({ bodyTimeoutMs: 100 }, () => {});
  const socket = connect();
  socket.resume();
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n123\r\n');
  await waitUntil('it is closed', () => socket.isClosed === true);
});

test('F-53 a body of somebody known comes as slowly as its line, past every limit for strangers', async () => {
  const limits = { bodyTimeoutMs: 60, idleTimeoutMs: 2000 };
  const { connect } = await listen(limits, (req, res) => {
    allowBodyTime({ env: { incoming: req } } as never);
    let bytes = 0;
    req.on('data', (part: Buffer) => (bytes += part.length));
    req.on('end', () => res.end(`${bytes} bytes`));
  });
  const socket = connect();
  let received = '';
  socket.on('data', (part: Buffer) => (received += part.toString()));
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 30\r\n\r\n');
  for (let i = 0; i < 30; i++) {
    await new Promise((resolve) => setTimeout(resolve, 10));
    socket.write('x');
  }
  await waitUntil('it is answered', () => received.endsWith('30 bytes'));
});

test('F-53 an answer that takes longer than any silence may still arrives, once', async () => {
  let requests = 0;
  const { connect } = await listen({ ...quick, keepAliveTimeoutMs: 50 }, (req, res) => {
    requests++;
    req.resume().on('end', () => setTimeout(() => res.end('checked'), 1200));
  });
  const socket = connect();
  let received = '';
  socket.on('data', (part: Buffer) => (received += part.toString()));
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc');
  await waitUntil('it is answered', () => received.endsWith('checked'));
  expect(requests).toBe(1);
  await waitUntil('the silence afterwards is the visitor’s', () => socket.isClosed === true);
});

test('F-53 an answer whose parts we take long to make is not cut between them', async () => {
  const { url } = await listen(quick, (_, res) => {
    res.write('first ');
    setTimeout(() => res.end('last'), 1200);
  });
  expect(await (await fetch(url)).text()).toBe('first last');
});

test('A-52 a reader who takes nothing loses the connection; a slow one keeps it', async () => {
  const total = 64 * 2 ** 20;
  let isCut = false;
  const { connect } = await listen({ idleTimeoutMs: 2000 }, (req, res) => {
    if (req.url === '/stalled') req.socket.on('close', () => (isCut = true));
    res.end(Buffer.alloc(total));
  });
  const stalled = connect();
  let taken = 0;
  stalled.on('data', (part: Buffer) => (taken += part.length));
  stalled.pause();
  stalled.write('GET /stalled HTTP/1.1\r\nHost: x\r\n\r\n');
  const slow = connect();
  let received = 0;
  slow.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  slow.on('data', (part: Buffer) => {
    received += part.length;
    slow.pause();
    setTimeout(() => slow.resume(), 1);
  });
  await waitUntil('the slow reader has everything', () => received > total);
  // Before anything is taken: who has read all of it would only wait for a next request.
  await waitUntil('the stalled one is cut', () => isCut);
  stalled.resume();
  await waitUntil('the stalled one is closed', () => stalled.isClosed === true);
  expect(taken).toBeLessThan(total);
});

test('A-52 one client has no more than its share of connections, and others still get in', async () => {
  const { connect, url } = await listen({ maxConnectionsPerClient: 5 }, answer);
  const greedy = Array.from({ length: 20 }, () => connect('127.0.0.2'));
  for (const socket of greedy) socket.resume();
  await waitUntil('15 are dropped', () => greedy.filter((s) => s.isClosed).length === 15);
  expect(await (await fetch(url)).text()).toBe('here');
  for (const socket of greedy) socket.destroy();
  await waitUntil('it is served again', () => canGet(url, '127.0.0.2'));
});

test('a proxy of ours ends its connections itself; those of visitors are closed sooner', async () => {
  const readKeepAlive = async (limits: Partial<ConnectionLimits>) => {
    const { url } = await listen(limits, answer);
    const response = await fetch(url);
    await response.text();
    return response.headers.get('keep-alive');
  };
  expect(await readKeepAlive({})).toBe('timeout=65');
  expect(await readKeepAlive({ maxConnectionsPerClient: 25 })).toBe('timeout=5');
});
