import http, { type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export type LoopbackServer = { readonly port: number; readonly close: () => Promise<void> };

/**
 * Serves on the loopback address only; port 0 takes any free one. Closing cuts open connections.
 * Rejects where the port is taken.
 */
export async function startLoopbackServer(
  port: number,
  listener: RequestListener,
): Promise<LoopbackServer> {
  const server = http.createServer(listener);
  await new Promise<void>((resolve, reject) =>
    server.once('error', reject).listen(port, '127.0.0.1', resolve),
  );
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The whole body as text. */
export async function readBody(req: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of req) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}
