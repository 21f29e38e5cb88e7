import type { Context } from 'hono';
import type { Refusal } from '#core/kernel/outcome.model.ts';
import { refusalStatus } from '#src/faults/refusal-status.ts';

/** The refusal as JSON, with its status and headers. */
export function sendRefusal(c: Context, refusal: Refusal): Response {
  const { code, message, errors, retryAfterSeconds } = refusal;
  if (retryAfterSeconds !== undefined) c.header('retry-after', String(retryAfterSeconds));
  if (code === 'unauthenticated') c.header('www-authenticate', 'Bearer');
  c.header('cache-control', 'no-store');
  return c.json({ success: false, message, ...(errors ? { errors } : {}) }, refusalStatus[code]);
}
