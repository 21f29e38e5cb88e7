import { setTimeout as sleep } from 'node:timers/promises';
import { addressOf, connect, type Load, type LoadContext } from '../client.ts';

const connectionCount = 2000;
const head = 'Host: localhost\r\n';

/** The bytes that a connection sends at first, and those that it sends every second afterwards. */
const kinds = [
  { first: `GET /faq HTTP/1.1\r\n${head}X-Slow: `, drip: 'x', isRead: true },
  {
    first: `POST /login HTTP/1.1\r\n${head}Content-Length: 50000\r\n\r\n`,
    drip: 'x',
    isRead: true,
  },
  { first: `GET /report-store HTTP/1.1\r\n${head}\r\n`.repeat(50), drip: '', isRead: false },
  { first: '', drip: '', isRead: true },
] as const;

/** Keeps the i-th connection: one that is dropped comes back. */
async function keepConnection(context: LoadContext, i: number): Promise<void> {
  const { first, drip, isRead } = kinds[i % kinds.length] ?? kinds[0];
  while (!context.isOver()) {
    const socket = connect(context, addressOf(i % 40));
    const closed = new Promise((resolve) => socket.once('close', resolve));
    if (isRead) socket.resume();
    socket.write(first);
    const timer = setInterval(() => drip && socket.writable && socket.write(drip), 1000);
    await Promise.race([closed, sleep(120_000)]);
    clearInterval(timer);
    socket.destroy();
    context.count('dropped');
    await sleep(100);
  }
}

export const connections: Load = {
  name: 'connections',
  description: '2,000 half-open, slow-body, slow-read and silent connections',
  run: async (context) => {
    for (let i = 0; i < connectionCount; i++) void keepConnection(context, i);
    while (!context.isOver()) await sleep(200);
  },
};
