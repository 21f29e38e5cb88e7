import net, { type AddressInfo } from 'node:net';

export type DelayedDatabase = {
  /** The database's URL by way of the proxy. */
  readonly url: string;
  /** Number of pieces of answers that were held back so far. */
  readonly countDelays: () => number;
  /** While down, it cuts every connection, old and new. */
  readonly setDown: (isDown: boolean) => void;
  readonly close: () => void;
};

/** A proxy before the database that passes everything the database answers on `delayMs` late. */
export async function startDelayedDatabaseProxy(
  databaseUrl: string,
  delayMs: number,
): Promise<DelayedDatabase> {
  const { port, hostname } = new URL(databaseUrl);
  let delays = 0;
  let isDown = false;
  const clients = new Set<net.Socket>();
  const server = net.createServer((client) => {
    if (isDown) {
      client.destroy();
      return;
    }
    clients.add(client.once('close', () => clients.delete(client)));
    const database = net.connect(Number(port), hostname);
    client.pipe(database);
    database.on('data', (part) => {
      delays++;
      setTimeout(() => client.destroyed || client.write(part), delayMs);
    });
    closeTogether(client, database);
    closeTogether(database, client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    countDelays: () => delays,
    setDown: (down) => {
      isDown = down;
      if (down) for (const client of clients) client.destroy();
    },
    close: () => void server.close(),
  };
}

function closeTogether(socket: net.Socket, other: net.Socket): void {
  socket.on('error', () => other.destroy());
  socket.on('close', () => other.destroy());
}
