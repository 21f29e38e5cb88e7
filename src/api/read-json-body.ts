import type { Context } from 'hono';
import { cleanJson } from '#core/kernel/clean-text.model.ts';
import { ok, fail, type Outcome } from '#core/kernel/outcome.model.ts';

type Fields = Record<string, unknown>;

/**
 * The fields of a JSON body, with clean texts and names. Refuses `unsupported-type` and `malformed`
 * (not a JSON object, or one of many levels).
 */
export async function readJsonBody(c: Context): Promise<Outcome<Fields>> {
  const type = c.req.header('content-type') ?? '';
  const charset = /charset="?([^";\s]+)/i.exec(type)?.[1]?.toLowerCase() ?? 'utf-8';
  if (
    !/^application\/json\s*(;|$)/i.test(type) ||
    charset !== 'utf-8' ||
    c.req.header('content-encoding')
  )
    return fail('unsupported-type', 'This call accepts application/json in UTF-8.');
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      await c.req.arrayBuffer(),
    );
    const body = JSON.parse(text) as unknown;
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      return fail('malformed', 'The body must be a JSON object.');
    const cleaned = cleanJson(body);
    return cleaned.ok ? ok({ ...(cleaned.value as object) }) : cleaned;
  } catch {
    return fail('malformed', 'The body is not JSON.');
  }
}

/** Numbers as the text that a form would send; other values unchanged. */
export const numberToText = (value: unknown): unknown =>
  typeof value === 'number' ? String(value) : value;
