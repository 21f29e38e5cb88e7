import { setTimeout as sleep } from 'node:timers/promises';
import { addressOf, connect, type Load, type LoadContext } from '../client.ts';

const head =
  'POST /data/forms/career HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10400000\r\n' +
  'Content-Type: multipart/form-data; boundary=soak\r\n\r\n' +
  '--soak\r\nContent-Disposition: form-data; name="cv"; filename="cv.pdf"\r\n\r\n%PDF-1.4\n';

/** All but the end of ten megabytes, and then nothing more. */
async function stall(context: LoadContext, i: number): Promise<void> {
  while (!context.isOver()) {
    const socket = connect(context, addressOf(i));
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.resume();
    socket.write(head);
    socket.write(Buffer.alloc(10_000_000));
    await closed;
    context.count('ended');
    await sleep(500);
  }
}

export const uploads: Load = {
  name: 'uploads',
  description: '100 uploads of 10 MB that stall before their end',
  run: async (context) => {
    for (let i = 0; i < 100; i++) void stall(context, i);
    while (!context.isOver()) await sleep(200);
  },
};
