import http, { type OutgoingHttpHeaders } from 'node:http';
import net, { type Socket } from 'node:net';

/** Lets a client in: an owner's session cookie, and a token of a program that may import. */
export type Credentials = { readonly cookie: string; readonly token: string };

/** The store of a load, a report of it, and when to end. */
export type LoadContext = {
  readonly origin: URL;
  readonly reportCode: string;
  readonly isOver: () => boolean;
  /** How long the load is. */
  readonly durationMs: number;
  /** If the load needs them. */
  readonly credentials: Credentials | undefined;
  /** Counts an answer or another event, for the table. */
  readonly count: (event: string | number) => void;
};

export type Load = {
  /** As the table and the command line name it. */
  readonly name: string;
  readonly description: string;
  /** Left out against a store of somebody else's, who has given us none. */
  readonly needsCredentials?: true;
  /** The least that it has to have counted at its end. */
  readonly mustCount?: Readonly<Record<string, number>>;
  /** Works until `isOver`. What it leaves open ends with its process. */
  readonly run: (context: LoadContext) => Promise<void>;
};

export type LoadRequest = {
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string | Buffer;
  /** One of 127.0.0.0/8: to the store each is another visitor. */
  readonly localAddress: string;
};

const agents = new Map<string, http.Agent>();

function getAgent(localAddress: string): http.Agent {
  const agent = agents.get(localAddress) ?? new http.Agent({ keepAlive: true, maxSockets: 100 });
  agents.set(localAddress, agent);
  return agent;
}

/** The status, or the system's error code. The body is read and thrown away. */
export const send = (
  { origin }: LoadContext,
  path: string,
  { method = 'GET', headers = {}, body, localAddress }: LoadRequest,
): Promise<number | string> =>
  new Promise((resolve) => {
    const { hostname, port } = origin;
    const agent = getAgent(localAddress);
    const request = http.request(
      { hostname, port, path, method, headers, localAddress, agent, timeout: 60_000 },
      (response) => {
        response.on('error', () => resolve('reset')).on('end', () => resolve(status));
        const status = response.statusCode ?? 0;
        response.resume();
      },
    );
    request.on('timeout', () => request.destroy());
    request.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'error'));
    request.end(body);
  });

/** A bare connection, for requests that are never finished or never read. */
export const connect = ({ origin }: LoadContext, localAddress: string): Socket =>
  net
    .connect({ host: origin.hostname, port: Number(origin.port), localAddress })
    .on('error', () => {});

/** The i-th of many visitors. */
export const addressOf = (i: number): string => `127.1.${Math.floor(i / 250)}.${(i % 250) + 1}`;

/** `workerCount` workers call `work` with the numbers from 0, each the next one, until the end. */
export async function repeat(
  { isOver }: LoadContext,
  workerCount: number,
  work: (i: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (!isOver()) await work(next++);
  };
  await Promise.all(Array.from({ length: workerCount }, worker));
}
