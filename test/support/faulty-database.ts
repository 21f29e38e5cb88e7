import net, { type AddressInfo } from 'node:net';

export type FaultyDatabase = {
  /** The database's URL by way of the proxy. */
  readonly url: string;
  /** Connections that send this text are cut from now on; undefined for none. */
  readonly cutOnText: (text: string | undefined) => void;
  /** How often `cutOnText` has cut one. */
  readonly countCuts: () => number;
  /** Nothing passes on the connections that are open now, and they stay open; new ones work. */
  readonly freezeOpenConnections: () => void;
  /** Nothing passes on the next new connection, and it stays open; all others work. */
  readonly freezeNextConnection: () => void;
  /** Nothing passes on any connection from now on. */
  readonly freeze: () => void;
  readonly close: () => void;
};

/** A proxy before the database whose connections break as those of a bad network do. */
export async function startFaultyDatabaseProxy(databaseUrl: string): Promise<FaultyDatabase> {
  const { port, hostname } = new URL(databaseUrl);
  const pairs = new Set<Pair>();
  let fatalText: string | undefined;
  let cuts = 0;
  let isFrozen = false;
  let isNextFrozen = false;
  const server = net.createServer((client) => {
    const isFatal = (bytes: Buffer): boolean => {
      if (fatalText === undefined || !bytes.includes(fatalText)) return false;
      cuts++;
      return true;
    };
    const pair = new Pair(client, net.connect(Number(port), hostname), isFatal);
    pairs.add(pair);
    client.on('close', () => pairs.delete(pair));
    if (isFrozen || isNextFrozen) pair.freeze();
    isNextFrozen = false;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  const freezeOpenConnections = (): void => pairs.forEach((pair) => pair.freeze());
  return {
    url: url.href,
    cutOnText: (text) => void (fatalText = text),
    countCuts: () => cuts,
    freezeOpenConnections,
    freezeNextConnection: () => void (isNextFrozen = true),
    freeze: () => {
      isFrozen = true;
      freezeOpenConnections();
    },
    close: () => {
      server.close();
      for (const pair of pairs) pair.cut();
    },
  };
}

/** A client's connection and the one to the database behind it. */
class Pair {
  readonly #client: net.Socket;
  readonly #database: net.Socket;
  #isFrozen = false;

  constructor(
    client: net.Socket,
    database: net.Socket,
    isFatal: (bytesOfClient: Buffer) => boolean,
  ) {
    this.#client = client;
    this.#database = database;
    this.#passOn(client, database, isFatal);
    this.#passOn(database, client, () => false);
  }

  freeze(): void {
    this.#isFrozen = true;
  }

  cut(): void {
    this.#client.destroy();
    this.#database.destroy();
  }

  /** The database sees nothing of what cuts the connection. */
  #passOn(from: net.Socket, to: net.Socket, isFatal: (bytes: Buffer) => boolean): void {
    from.on('error', () => this.cut());
    from.on('close', () => this.cut());
    from.on('data', (bytes) => {
      if (isFatal(bytes)) this.cut();
      else if (!this.#isFrozen) to.write(bytes);
    });
  }
}
