import http, { type RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { findClientIp } from './client-ip.ts';

export type ConnectionLimits = {
  readonly maxConnections: number;
  /** Undefined where a proxy of ours stands in front, whose connections all are. */
  readonly maxConnectionsPerClient: number | undefined;
  /** How long a request's headers may take; all of it may take `requestTimeoutMs`. */
  readonly headersTimeoutMs?: number;
  readonly requestTimeoutMs?: number;
  /**
   * A connection on which nothing moves for so long is closed: most of all one whose reader takes
   * nothing. A slow reader who takes something keeps it.
   */
  readonly idleTimeoutMs?: number;
  /**
   * How long a connection stays open for its next request: 65 s where a proxy of ours stands in
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
  const server = http.createServer(
    {
      headersTimeout: limits.headersTimeoutMs ?? 10_000,
      requestTimeout: limits.requestTimeoutMs ?? 30_000,
      keepAliveTimeout: limits.keepAliveTimeoutMs ?? (isBehindProxy ? proxyKeepAliveMs : 5000),
      connectionsCheckingInterval: limits.checkIntervalMs ?? 2000,
      maxHeaderSize: 32 * 1024,
    },
    onRequest,
  );
  server.timeout = limits.idleTimeoutMs ?? 30_000;
  server.maxConnections = limits.maxConnections;
  // A new connection that finds no room is dropped; those that wait for a request make room.
  server.on('drop', () => server.closeIdleConnections());
  if (limits.maxConnectionsPerClient !== undefined)
    limitConnectionsPerClient(server, limits.maxConnectionsPerClient);
  return server;
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
