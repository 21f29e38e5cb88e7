import net from 'node:net';

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = net.createServer().once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });

/** The first of four free ports in a row: the store's and those of its three simulators. */
export async function findFreePorts(): Promise<number> {
  for (;;) {
    // Browsers and fetch refuse some ports; the highest of those is 10080.
    const port = 10_100 + 4 * Math.floor(Math.random() * 5000);
    const free = await Promise.all([port, port + 1, port + 2, port + 3].map(isFree));
    if (free.every(Boolean)) return port;
  }
}
