/**
 * `Idempotency-Key` of calls that change something, as
 * draft-ietf-httpapi-idempotency-key-header-07 has it: a program that is not sure of an answer sends
 * the call again with the same key, and it counts once.
 */
import { createHash } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { FormEffect } from '#core/kernel/sent-forms.ts';
import { fail } from '#core/kernel/outcome.model.ts';
import type { ApiEnv, ImportApiOptions } from './options.ts';
import { sendRefusal } from './send-refusal.ts';

/** A call, and its answer. */
type Kept = {
  readonly target: string;
  /** undefined if the call takes no body. */
  readonly bodyDigest: string | undefined;
  readonly status: ContentfulStatusCode;
  readonly location: string | null;
  readonly text: string;
};

/**
 * The same key and the same call: the first answer. Another call with it: 422. While the first one is
 * under way: 409. A call that was refused has done nothing, and is new each time it comes.
 */
export function answerKeyedCalls(
  { app, readBody }: ImportApiOptions,
  maxBytes: number,
): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const header = c.req.header('idempotency-key');
    if (c.req.method === 'GET' || header === undefined) return next();
    const [, key] = /^"?([!#-[\]-~]{1,255})"?$/.exec(header) ?? [];
    if (key === undefined) return sendRefusal(c, failKey);
    c.set('idempotencyKey', key);
    c.set('bodyHash', createHash('sha256'));
    const answered = await app.answerOnce.answer({ owner: c.get('actor'), key }, async () => {
      await next();
      return { answer: undefined, kept: await describe(c) };
    });
    if (answered.kind === 'answered') return undefined;
    if (answered.kind === 'under-way') return sendRefusal(c, { ...failBusy, retryAfterSeconds: 1 });
    const kept = JSON.parse(answered.kept) as Kept;
    if (kept.bodyDigest !== undefined) for await (const _ of readBody(c, maxBytes));
    const isSame =
      kept.target === toTarget(c) &&
      (kept.bodyDigest === undefined || kept.bodyDigest === c.get('bodyHash')?.digest('hex'));
    if (!isSame) return sendRefusal(c, failOther);
    if (kept.location !== null) c.header('location', kept.location);
    return c.body(kept.text, kept.status, { 'content-type': 'application/json' });
  };
}

/**
 * Returns the effect of a keyed call, once its body is read: it counts once by this if the program
 * was killed between what it did and the answer. Nothing for a call without a key.
 */
export function readAsked(c: Context<ApiEnv>): { readonly effect?: FormEffect } {
  const key = c.get('idempotencyKey');
  if (key === undefined) return {};
  const digest = c.get('isBodyRead') ? c.get('bodyHash')?.copy().digest('hex') : undefined;
  const thing = { kind: 'call', id: toTarget(c) };
  const formKey = JSON.stringify([key, digest ?? null]);
  return { effect: { formKey, sender: c.get('actor'), verb: 'import.run', thing } };
}

/** Body chunks as they come, of which a keyed call's digest is made. */
export async function* hashChunks(
  c: Context<ApiEnv>,
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  c.set('isBodyRead', true);
  for await (const chunk of chunks) {
    c.get('bodyHash')?.update(chunk);
    yield chunk;
  }
}

const failKey = fail(
  'malformed',
  'Idempotency-Key is 1 to 255 visible characters, such as a UUID.',
);
const failBusy = fail('conflict', 'A call with this Idempotency-Key is under way.');
const failOther = fail('invalid', 'This Idempotency-Key was used for another call.');

const toTarget = (c: Context): string => {
  const { pathname, search } = new URL(c.req.url);
  return pathname + search;
};

/** undefined for a refusal, and for a fault. */
async function describe(c: Context<ApiEnv>): Promise<string | undefined> {
  const { ok, status, headers } = c.res;
  if (!ok) return undefined;
  const kept: Kept = {
    target: toTarget(c),
    bodyDigest: c.get('isBodyRead') ? c.get('bodyHash')?.digest('hex') : undefined,
    status: status as ContentfulStatusCode,
    location: headers.get('location'),
    text: await c.res.clone().text(),
  };
  return JSON.stringify(kept);
}
