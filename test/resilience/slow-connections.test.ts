import net from 'node:net';
import { expect, test } from 'vitest';
import { startTestServer } from '../support/test-server.ts';
import { waitUntil } from '../support/wait-until.ts';

const connectionCount = 200;

test('F-19 connections that never finish a request are dropped; others are served', async () => {
  const server = await startTestServer();
  let dropped = 0;
  const sockets = Array.from({ length: connectionCount }, (_, i) => {
    const socket = net.connect(Number(new URL(server.url).port), '127.0.0.1');
    socket.on('error', () => {});
    socket.on('close', () => dropped++);
    socket.write(
      i % 2 === 0
        ? 'GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: '
        : 'POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100',
    );
    socket.resume();
    return socket;
  });
  try {
    for (let i = 0; i < 20; i++) expect((await fetch(`${server.url}/faq`)).status).toBe(200);
    await waitUntil('every slow connection is dropped', () => dropped === connectionCount);
  } finally {
    for (const socket of sockets) socket.destroy();
    await server.close();
  }
});
