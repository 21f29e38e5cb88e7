/** Servers of the local simulators: on the loopback address, and impossible to end by a request. */
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type LoopbackServer = { readonly port: number; readonly close: () => Promise<void> };

export type LoopbackRequest = {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly url: URL;
  /** The whole body; at most 2 MB. */
  readonly body: string;
};

/** A request that can't be understood: answered with 400 and this sentence. */
export class MalformedRequest extends Error {}

const maxBodyBytes = 2 * 1024 * 1024;

type ServerOptions = {
  /** 0 takes any free port. */
  readonly port: number;
  readonly handle: (request: LoopbackRequest) => Promise<void> | void;
  /** Hears of faults of the handler and of the server, which end neither. */
  readonly onFault?: ((error: unknown) => void) | undefined;
};

/**
 * Serves on the loopback address only. A request that can't be understood is 400, a longer body
 * 413, a fault of the handler 500. Control addresses (`/__sim/…`) refuse pages of other sites with
 * 403. Closing cuts open connections. Rejects if the port is taken.
 */
export async function startLoopbackServer(options: ServerOptions): Promise<LoopbackServer> {
  const server = http.createServer((req, res) => void respond(options, req, res));
  await new Promise<void>((resolve, reject) =>
    server.once('error', reject).listen(options.port, '127.0.0.1', resolve),
  );
  server.on('error', (error) => options.onFault?.(error));
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A JSON object; {} for an empty text. Throws MalformedRequest for anything else. */
export function parseJsonObject(text: string): Record<string, unknown> {
  if (text === '') return {};
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new MalformedRequest('The body is not a JSON object.');
  return { ...value };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new MalformedRequest('The body is not JSON.');
  }
}

async function respond(
  { handle, onFault }: ServerOptions,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  try {
    const url = parseTarget(req.url);
    const body = await readBody(req);
    if (body === undefined) return sendText(res, 413, 'The body is larger than 2 MB.');
    if (url.pathname.startsWith('/__sim/') && isFromOtherSite(req))
      return sendText(res, 403, 'This address does not answer pages of other sites.');
    await handle({ req, res, url, body });
  } catch (error) {
    if (error instanceof MalformedRequest) return sendText(res, 400, error.message);
    // The client went away while it was read.
    if (req.destroyed && !req.complete) return;
    onFault?.(error);
    sendText(res, 500, 'The simulator failed.');
  }
}

/** The address as it came: `//` and `/%` are paths too. */
function parseTarget(target = '/'): URL {
  const url = `http://localhost${target}`;
  if (!target.startsWith('/') || !URL.canParse(url))
    throw new MalformedRequest('This is not an address.');
  return new URL(url);
}

/** undefined if the body is too long; the rest is read and thrown away. */
async function readBody(req: IncomingMessage): Promise<string | undefined> {
  const parts: Buffer[] = [];
  let receivedBytes = 0;
  for await (const part of req as AsyncIterable<Buffer>) {
    receivedBytes += part.length;
    if (receivedBytes <= maxBodyBytes) parts.push(part);
  }
  return receivedBytes > maxBodyBytes ? undefined : Buffer.concat(parts).toString();
}

/** True if a browser says that the request comes from a page that this server did not send. */
function isFromOtherSite({ headers, socket }: IncomingMessage): boolean {
  const { origin } = headers;
  const ownHosts = ['localhost', '127.0.0.1', '[::1]'];
  return (
    origin !== undefined &&
    !ownHosts.some((host) => origin === `http://${host}:${socket.localPort}`)
  );
}

function sendText(res: ServerResponse, status: number, sentence: string): void {
  if (res.headersSent) return void res.end();
  res.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${sentence}\n`);
}
