import type { Context, MiddlewareHandler } from 'hono';
import type { Refusal } from '#core/kernel/outcome.ts';
import type { ApiOptions } from './options.ts';

/** A refusal of the contract: what verbs refuse, and 405. */
export type ApiRefusal = Omit<Refusal, 'status'> & { readonly status: Refusal['status'] | 405 };

/** The one shape of every refusal; calls under /user say `status: false` as well. */
export function sendRefusal(
  c: Context,
  { status, message, errors, retryAfterSeconds }: ApiRefusal,
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
    status,
  );
}

/** 64 KiB, for every call that takes JSON. */
export const limitJsonBody = ({ limitBody }: ApiOptions): MiddlewareHandler =>
  limitBody(64 * 1024, (c) =>
    sendRefusal(c, { ok: false, status: 413, message: 'The body is larger than 64 KB.' }),
  );
