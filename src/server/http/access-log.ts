import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Log } from '#core/deps.ts';
import { describePath } from '#src/describe-path.ts';

/**
 * Logs one line when the answer has been sent or the client has left: method, path without secrets
 * and query, status, milliseconds, bytes on the wire, and `isAborted` if the client left first.
 */
export function logAccess(
  log: Log,
  requestId: string,
  req: IncomingMessage,
  res: ServerResponse,
): void {
  const startedAt = performance.now();
  const { method, url, socket } = req;
  const bytesBefore = socket.bytesWritten;
  res.once('close', () =>
    log.info(
      {
        requestId,
        method,
        path: describePath(url ?? ''),
        status: res.statusCode,
        ms: Math.round(performance.now() - startedAt),
        bytes: socket.bytesWritten - bytesBefore,
        ...(res.writableFinished ? {} : { isAborted: true }),
      },
      'request',
    ),
  );
}
