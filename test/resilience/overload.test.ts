import net from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../support/test-server.ts';
import { waitUntil } from '../support/wait-until.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

const status = async (path: string): Promise<number> => {
  const response = await fetch(server.url + path);
  await response.arrayBuffer();
  return response.status;
};

test('A-55 readers of the full list who read nothing leave pages and lists to others', async () => {
  const answers: string[] = [];
  const sockets = Array.from({ length: 60 }, (_, i) => {
    const { port } = new URL(server.url);
    const socket = net.connect({
      host: '127.0.0.1',
      port: Number(port),
      localAddress: `127.0.0.${2 + (i % 3)}`,
    });
    socket
      .on('error', () => {})
      .once('data', (part: Buffer) => {
        answers.push(part.toString().slice(9, 12));
        socket.pause();
      });
    socket.write('GET /admin/api/reports HTTP/1.1\r\nHost: localhost\r\n\r\n');
    return socket;
  });
  try {
    await waitUntil('some are told to come back', () => answers.includes('503'));
    expect(await status('/faq')).toBe(200);
    expect(await status('/custom_search?q=steel')).toBe(200);
  } finally {
    for (const socket of sockets) socket.destroy();
  }
  await waitUntil('their places are free', async () => {
    return (await status('/admin/api/reports')) === 200;
  });
});

test('a hundred made-up filter values show the plain page, and addresses without a page one 404', async () => {
  const read = async (path: string) => (await fetch(server.url + path)).text();
  const plain = await read('/');
  for (let i = 0; i < 100; i++) expect(await read(`/?industry=x${i}`)).toBe(plain);
  const missing = await Promise.all(
    ['/zzzzqqq', '/report-store?page=999', '/industries/zzzzqqq', '/a/b/c'].map(read),
  );
  expect(new Set(missing).size).toBe(1);
  expect(await status('/report-store?page=999')).toBe(404);
});
