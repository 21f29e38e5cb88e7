import type { Context, MiddlewareHandler } from 'hono';
import type { Refusal } from '#core/kernel/outcome.model.ts';
import { refusalStatus } from '#src/refusal-status.ts';
import type { ApiOptions } from './options.ts';

/** A refusal of the contract: what verbs refuse, and a method that an address doesn't have. */
export type ApiRefusal = Omit<Refusal, 'code'> & {
  readonly code: Refusal['code'] | 'method-not-allowed';
};

/** The one shape of every refusal; calls under /user say `status: false` as well. */
export function sendRefusal(
  c: Context,
  { code, message, errors, retryAfterSeconds }: ApiRefusal,
  extraFields: object = {},
): Response {
  if (retryAfterSeconds !== undefined) c.header('retry-after', String(retryAfterSeconds));
  c.header('cache-control', 'no-store');
  const user = c.req.path.includes('/user/') ? { status: false } : {};
  return c.json(
    {
      success: false,
      ...user,
      message,
      ...(errors && Object.keys(errors).length > 0 ? { errors } : {}),
      ...extraFields,
    },
    code === 'method-not-allowed' ? 405 : refusalStatus[code],
  );
}

/** 64 KiB, for every call that takes JSON. */
export const limitJsonBody = ({ limitBody }: ApiOptions): MiddlewareHandler =>
  limitBody(64 * 1024, (c) =>
    sendRefusal(c, { ok: false, code: 'too-large', message: 'The body is larger than 64 KB.' }),
  );
