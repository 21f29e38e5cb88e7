import net from 'node:net';
import pg from 'pg';

/** The sockets of some database connections, so that they end whatever they wait for. */
class Sockets {
  readonly #open = new Set<net.Socket>();

  /** For `stream` of pg's options. */
  readonly create = (): net.Socket => {
    const socket = new net.Socket();
    this.#open.add(socket);
    socket.once('close', () => this.#open.delete(socket));
    return socket;
  };

  cut(): void {
    for (const socket of this.#open) socket.destroy();
  }
}

type ConnectCallback = Parameters<pg.Pool['connect']>[0];

/**
 * A pool for one runner. After `cut` its connections are gone, whatever they waited for, and
 * nothing answers any more: what still uses it comes to rest instead of failing again and again.
 */
export class CuttablePool extends pg.Pool {
  readonly #sockets: Sockets;
  #isCut = false;

  constructor(url: string, size: number) {
    const sockets = new Sockets();
    super({
      connectionString: url,
      max: size,
      connectionTimeoutMillis: 5000,
      stream: sockets.create,
    });
    this.#sockets = sockets;
    // Without listeners the error of a connection that the server drops would end the process.
    this.on('error', () => {});
    this.on('connect', (client) => client.on('error', () => {}));
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    if (this.#isCut) return callback ? undefined : new Promise(() => {});
    if (!callback) return super.connect();
    super.connect((error, client, release) => callback(error, client, once(release)));
    return undefined;
  }

  cut(): void {
    if (this.#isCut) return;
    this.#isCut = true;
    this.end().catch(() => {});
    this.#sockets.cut();
  }
}

/** graphile-worker may release its listening connection twice, which pg answers by throwing. */
function once(release: (reason?: Error | boolean) => void): (reason?: Error | boolean) => void {
  let isReleased = false;
  return (reason) => {
    if (isReleased) return;
    isReleased = true;
    release(reason);
  };
}

/** A connection that is being opened or open. */
type Connection = {
  readonly client: pg.Client;
  readonly opened: Promise<unknown>;
  readonly cut: () => void;
};

/**
 * One database connection that is opened when it is needed, and opened again after it was lost. Work
 * that takes longer than the limit is given up together with its connection.
 */
export class CuttableSession {
  readonly #url: string;
  readonly #limitMs: number;
  #connection: Connection | undefined;
  #isClosed = false;

  constructor(url: string, limitMs: number) {
    this.#url = url;
    this.#limitMs = limitMs;
  }

  /** Rejects if the work does, or if it takes longer than the limit. */
  async use<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    if (this.#isClosed) throw new Error('The session is closed.');
    const connection = (this.#connection ??= this.#open());
    const timer = setTimeout(() => this.#drop(connection), this.#limitMs);
    try {
      await connection.opened;
      return await work(connection.client);
    } catch (error) {
      this.#drop(connection);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  close(): void {
    this.#isClosed = true;
    if (this.#connection) this.#drop(this.#connection);
  }

  #open(): Connection {
    const sockets = new Sockets();
    const client = new pg.Client({ connectionString: this.#url, stream: sockets.create });
    const connection = { client, opened: openClient(client), cut: () => sockets.cut() };
    client.on('error', () => {});
    client.once('end', () => this.#drop(connection));
    return connection;
  }

  #drop(connection: Connection): void {
    connection.cut();
    if (this.#connection === connection) this.#connection = undefined;
  }
}

async function openClient(client: pg.Client): Promise<void> {
  await client.connect();
  // The server notices within half a minute that the machine of this process is gone.
  await client.query(`set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5;
    set tcp_keepalives_count = 3`);
}
