import type { Context } from 'hono';
import { ok, fail, type Outcome } from '#core/kernel/outcome.model.ts';

type Fields = Record<string, unknown>;

/** The fields of a JSON body; 415 for another content type, 400 for what is no JSON or no object. */
export async function readJsonBody(c: Context): Promise<Outcome<Fields>> {
  const type = c.req.header('content-type') ?? '';
  const charset = /charset="?([^";\s]+)/i.exec(type)?.[1]?.toLowerCase() ?? 'utf-8';
  if (
    !/^application\/json\s*(;|$)/i.test(type) ||
    charset !== 'utf-8' ||
    c.req.header('content-encoding')
  )
    return fail('unsupported-type', 'This call takes application/json in UTF-8.');
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      await c.req.arrayBuffer(),
    );
    const body = JSON.parse(text) as unknown;
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      return fail('malformed', 'The body must be a JSON object.');
    return ok({ ...body });
  } catch {
    return fail('malformed', 'The body is not JSON.');
  }
}

/** A number as the text that a form would have sent; everything else as it is. */
export const numberToText = (value: unknown): unknown =>
  typeof value === 'number' ? String(value) : value;
