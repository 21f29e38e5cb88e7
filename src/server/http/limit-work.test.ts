import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { type HttpBindings, serve } from '@hono/node-server';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { limitReads } from './limit-work.ts';
import { WorkQueue } from './work-queue.ts';

test('A-55 what nobody waits for any more is not made', async () => {
  const queue = new WorkQueue({ maxRunning: 1, maxWaiting: 9, maxWaitMs: 600_000 });
  const queues = { renderings: queue, searches: queue, fullLists: queue, accountForms: queue };
  const made: string[] = [];
  let arrivals = 0;
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.use(async (_, next) => {
    arrivals++;
    await next();
  });
  app.use(limitReads({ trustedProxyCount: 0, trustedProxyHeader: 'forwarded' }, queues));
  app.get('*', (c) => {
    made.push(c.req.path);
    return c.text('made');
  });
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }) as http.Server;
  try {
    await waitUntil('the server listens', () => server.listening);
    const { port } = server.address() as AddressInfo;
    const release = await queue.enter('somebody else');
    const ask = (path: string) => http.get({ port, path, agent: false }).on('error', () => {});
    const leaving = ['/admin/api/reports', '/left'].map(ask);
    await waitUntil('both wait', () => arrivals === 2);
    for (const request of leaving) request.destroy();
    ask('/stays');
    await waitUntil('a third one waits', () => arrivals === 3);
    release();
    await waitUntil('the queue is empty', () => queue.isIdle && made.length > 0);
    expect(made).toEqual(['/stays']);
  } finally {
    server.close();
  }
});
