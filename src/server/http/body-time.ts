import type { IncomingMessage } from 'node:http';
import type { Context } from 'hono';

/** How long a visitor's CV may take: 10 MB on a line of 35 KB/s. */
export const cvTimeMs = 5 * 60_000;

type BodyTimer = { timer: NodeJS.Timeout | undefined; readonly startMs: number };

const timers = new WeakMap<IncomingMessage, BodyTimer>();

/** A request whose body is not here after so long loses its connection, whatever reads it. */
export function limitBodyTime(req: IncomingMessage, limitMs: number): void {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = req.headers;
  if (encoding === undefined && Number(length) === 0) return;
  const body: BodyTimer = { timer: undefined, startMs: performance.now() };
  timers.set(req, body);
  setLimit(req, body, limitMs);
  const stop = (): void => clearTimeout(body.timer);
  req.once('end', stop).once('close', stop);
}

/**
 * The body of this request may take so long from its beginning; without an end if it is
 * undefined. For a sender whom a route knows: who reads the body still drops one that is silent.
 */
export function allowBodyTime(c: Context, limitMs?: number): void {
  const { incoming } = (c.env ?? {}) as { incoming?: IncomingMessage };
  const body = incoming && timers.get(incoming);
  if (incoming && body) setLimit(incoming, body, limitMs);
}

function setLimit(req: IncomingMessage, body: BodyTimer, limitMs: number | undefined): void {
  clearTimeout(body.timer);
  if (limitMs === undefined || req.complete) return;
  const leftMs = body.startMs + limitMs - performance.now();
  body.timer = setTimeout(() => req.complete || req.socket.destroy(), leftMs).unref();
}
