import { setTimeout as sleep } from 'node:timers/promises';
import { addressOf, connect, type Load, type LoadContext } from '../client.ts';

async function readNothing(context: LoadContext, i: number): Promise<void> {
  while (!context.isOver()) {
    const socket = connect(context, addressOf(i));
    const gone = new Promise((resolve) => socket.once('close', resolve));
    socket.pause();
    socket.write('GET /admin/api/reports HTTP/1.1\r\nHost: localhost\r\n\r\n');
    // A paused socket doesn't notice its end: it comes back after a while.
    await Promise.race([gone, sleep(10_000)]);
    socket.destroy();
    context.count('asked');
  }
}

export const fullLists: Load = {
  name: 'full lists',
  description: "300 readers of the full /reports who don't read",
  run: async (context) => {
    for (let i = 0; i < 300; i++) void readNothing(context, i);
    while (!context.isOver()) await sleep(200);
  },
};
