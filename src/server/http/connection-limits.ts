import http, { type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { limitBodyTime } from './body-time.ts';
import { findClientIp } from './client-ip.ts';

export type ConnectionLimits = {
  readonly maxConnections: number;
  /** Undefined if a proxy of ours stands in front, whose connections all are. */
  readonly maxConnectionsPerClient: number | undefined;
  /** How long a request's headers may take. */
  readonly headersTimeoutMs?: number;
  /** The longest time for a body of an unknown sender; a route that knows them gives more. */
  readonly bodyTimeoutMs?: number;
  /**
   * A connection on which nothing moves for so long is closed: most of all one whose reader takes
   * nothing. A slow reader who takes something keeps it, and so does one that waits for our answer.
   */
  readonly idleTimeoutMs?: number;
  /**
   * How long a connection stays open for its next request: 65 s if a proxy of ours stands in
   * front, else 5 s.
   */
  readonly keepAliveTimeoutMs?: number;
  readonly checkIntervalMs?: number;
};

/** Proxies keep a connection for 60 s as a rule: one that we closed first loses a request. */
const proxyKeepAliveMs = 65_000;

/** An HTTP server that no number of slow or silent connections takes away from others. */
export function createLimitedServer(
  limits: ConnectionLimits,
  onRequest: RequestListener,
): http.Server {
  const isBehindProxy = limits.maxConnectionsPerClient === undefined;
  const openAnswers = new OpenAnswers();
  const server = http.createServer(
    {
      headersTimeout: limits.headersTimeoutMs ?? 10_000,
      // Node knows one limit for all bodies, whoever sends them: body-time.ts has one for each.
      requestTimeout: 0,
      keepAliveTimeout: limits.keepAliveTimeoutMs ?? (isBehindProxy ? proxyKeepAliveMs : 5000),
      connectionsCheckingInterval: limits.checkIntervalMs ?? 2000,
      maxHeaderSize: 32 * 1024,
    },
    (req, res) => {
      openAnswers.add(req, res);
      if (req.httpVersionMinor === 0) resetWhereBroken(res);
      limitBodyTime(req, limits.bodyTimeoutMs ?? 30_000);
      onRequest(req, res);
    },
  );
  server.timeout = limits.idleTimeoutMs ?? 30_000;
  server.on('timeout', (socket) => {
    if (!openAnswers.waitOn(socket)) socket.destroy();
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (socket.writable && !openAnswers.haveBegun(socket)) socket.end(writeClientError(error.code));
    else socket.destroy();
  });
  server.maxConnections = limits.maxConnections;
  // A new connection that finds no room is dropped; those that wait for a request make room.
  server.on('drop', () => server.closeIdleConnections());
  if (limits.maxConnectionsPerClient !== undefined)
    limitConnectionsPerClient(server, limits.maxConnectionsPerClient);
  return server;
}

/**
 * HTTP/1.0 has no last chunk: an answer without a length ends with its connection, so that one which
 * breaks off looks whole. A reset looks broken.
 */
function resetWhereBroken(res: ServerResponse): void {
  const destroy = res.destroy.bind(res);
  res.destroy = (error) => {
    if (error && res.headersSent && !res.writableEnded) res.socket?.resetAndDestroy();
    return destroy(error);
  };
}

/**
 * Returns the answer to bytes that are no request, or to a request whose head is too long or too
 * slow.
 */
function writeClientError(code: string | undefined): string {
  const [status, sentence] = clientErrors[code ?? ''] ?? [
    '400 Bad Request',
    'This is not a request that can be read: it breaks the rules of HTTP/1.1.',
  ];
  return [
    `HTTP/1.1 ${status}`,
    'Connection: close',
    'Content-Type: text/plain; charset=utf-8',
    `Content-Length: ${sentence.length + 1}`,
    '',
    `${sentence}\n`,
  ].join('\r\n');
}

const clientErrors: Readonly<Record<string, readonly [status: string, sentence: string]>> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'The address and the headers of this request are longer than 32 KB together.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [
    '408 Request Timeout',
    'The head of this request did not arrive in time. Please send it again.',
  ],
};

/** The newest request of each connection. */
class OpenAnswers {
  readonly #bySocket = new WeakMap<Socket, readonly [IncomingMessage, ServerResponse]>();

  add(req: IncomingMessage, res: ServerResponse): void {
    this.#bySocket.set(req.socket, [req, res]);
  }

  /** True if an answer is being sent there, into which nothing else may be written. */
  haveBegun(socket: Socket): boolean {
    const [, res] = this.#bySocket.get(socket) ?? [];
    return res !== undefined && res.headersSent && !res.writableFinished;
  }

  /**
   * True if a silence on the connection is ours: the request is here, or a part of it that we
   * have not looked at, and its reader has taken all that we wrote.
   */
  waitOn(socket: Socket): boolean {
    const [req, res] = this.#bySocket.get(socket) ?? [];
    if (!req || !res || res.writableFinished || socket.writableLength > 0) return false;
    return req.complete || req.readableLength > 0;
  }
}

function limitConnectionsPerClient(server: http.Server, maxConnections: number): void {
  const openByClient = new Map<string, number>();
  const proxies = { trustedProxyCount: 0, trustedProxyHeader: 'x-forwarded-for' } as const;
  server.on('connection', (socket: Socket) => {
    const client = findClientIp(socket.remoteAddress ?? 'unknown', {}, proxies);
    const openCount = openByClient.get(client) ?? 0;
    if (openCount >= maxConnections) {
      socket.destroy();
      return;
    }
    openByClient.set(client, openCount + 1);
    socket.once('close', () => {
      const rest = (openByClient.get(client) ?? 1) - 1;
      if (rest === 0) openByClient.delete(client);
      else openByClient.set(client, rest);
    });
  });
}
