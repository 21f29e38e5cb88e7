import type { Context, MiddlewareHandler } from 'hono';
import type { Refusal } from '#core/kernel/outcome.model.ts';
import type { Fault } from '#src/faults/faults.ts';
import { refusalStatus } from '#src/faults/refusal-status.ts';
import type { ApiOptions } from './options.ts';

/** A refusal by the core, or a method that the path does not have. */
export type ApiRefusal = Omit<Refusal, 'code'> & {
  readonly code: Refusal['code'] | 'method-not-allowed';
};

/** The one shape of every refusal; those under /user also have `status: false`. */
export function sendRefusal(
  c: Context,
  { code, message, errors, retryAfterSeconds }: ApiRefusal,
  extraFields: object = {},
): Response {
  if (retryAfterSeconds !== undefined) c.header('retry-after', String(retryAfterSeconds));
  c.header('cache-control', 'no-store');
  return c.json(
    {
      ...createRefusalBody(c, message),
      ...(errors && Object.keys(errors).length > 0 ? { errors } : {}),
      ...extraFields,
    },
    code === 'method-not-allowed' ? 405 : refusalStatus[code],
  );
}

/** A fault in the shape of a refusal, with the number under which the log knows the request. */
export function sendFault(c: Context, { status, headers, message, requestId }: Fault): Response {
  const body = { ...createRefusalBody(c, message), request_id: requestId };
  return c.json(body, status, { ...headers, 'cache-control': 'no-store' });
}

const createRefusalBody = (c: Context, message: string) => ({
  success: false,
  ...(c.req.path.includes('/user/') ? { status: false } : {}),
  message,
});

/** A JSON body of at most 64 KiB. */
export const limitJsonBody = ({ limitBody }: ApiOptions): MiddlewareHandler => limitBody(64 * 1024);
