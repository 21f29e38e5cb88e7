import type { Socket } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';

/** A connection that is reset so soon after an answer had not taken all of it. */
const watchedMs = 30_000;

/** Listeners for a reset of a connection: of its answers, those that ended a moment ago. */
const listeners = new WeakMap<Socket, Set<() => void>>();

/**
 * Calls `onCut` once if the client does not take the whole answer: it left before, or its end
 * was still in the system's buffers when the client reset the connection.
 */
export function watchCut(c: Context, onCut: () => void): void {
  const { outgoing } = c.env as Partial<HttpBindings>;
  const socket = outgoing?.socket;
  if (!outgoing || !socket) return;
  const watching = listenToReset(socket);
  let isReported = false;
  const report = (): void => {
    if (!isReported) onCut();
    isReported = true;
  };
  watching.add(report);
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) return report();
    setTimeout(() => watching.delete(report), watchedMs).unref();
  });
}

/** One listener for each connection, however many answers go over it. */
function listenToReset(socket: Socket): Set<() => void> {
  const known = listeners.get(socket);
  if (known) return known;
  const watching = new Set<() => void>();
  listeners.set(socket, watching);
  socket.once('close', (hadError) => {
    if (hadError) for (const report of watching) report();
  });
  return watching;
}
