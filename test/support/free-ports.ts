import net from 'node:net';

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = net.createServer().once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });

/** The first of five free ports in a row: the store's and those of its four simulators. */
export async function findFreePorts(): Promise<number> {
  for (;;) {
    // Above the ports that browsers refuse (10080), below those of outgoing connections (32768).
    const port = 10_100 + 5 * Math.floor(Math.random() * 4500);
    const free = await Promise.all([0, 1, 2, 3, 4].map((offset) => port + offset).map(isFree));
    if (free.every(Boolean)) return port;
  }
}
