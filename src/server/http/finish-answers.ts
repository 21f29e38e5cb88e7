import type { Context, MiddlewareHandler } from 'hono';
import { acceptsEncoding } from './accepts-encoding.ts';
import { hashForEtag, holdsEtag } from './etag.ts';

const compressedTypes = /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml)|image\/svg\+xml)/;
/** Compressing less than this would save nothing that a network packet shows. */
const minCompressedBytes = 1024;
/** Larger files are not held in memory for their ETag. */
const maxHashedBytes = 1_000_000;
/** Staff's pages, and answers that are streamed however long they are. */
const answeredAsTheyAre = /^\/(?:admin|api)(?:\/|$)/;

/**
 * Adds what reads get that the page cache doesn't answer: no guessing of types; an ETag, and 304 on
 * it, if everybody may keep the answer; and compression. What is somebody's own stays as it is,
 * since its length would tell of its secrets.
 */
export function finishAnswers(): MiddlewareHandler {
  return async (c, next) => {
    await next();
    if (!c.res.headers.has('x-content-type-options')) c.header('x-content-type-options', 'nosniff');
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
    if (!isRead || answeredAsTheyAre.test(c.req.path)) return;
    const isNotModified = c.res.status === 200 && isForEverybody(c) && (await addEtag(c));
    if (!isNotModified && mayCompress(c)) compress(c);
  };
}

const isForEverybody = ({ res }: Context): boolean =>
  /^public\b/.test(res.headers.get('cache-control') ?? '') &&
  !res.headers.has('etag') &&
  Number(res.headers.get('content-length')) <= maxHashedBytes;

/** True if the client has it already: the answer is 304 then. */
async function addEtag(c: Context): Promise<boolean> {
  if (!c.res.body) return false;
  const bytes = await c.res.arrayBuffer();
  const hash = hashForEtag(new Uint8Array(bytes));
  // Its bytes differ from one encoding to the next.
  const isVaried = compressedTypes.test(c.res.headers.get('content-type') ?? '');
  const headers = new Headers(c.res.headers);
  headers.set('etag', isVaried ? `W/"${hash}"` : `"${hash}"`);
  const isNotModified = holdsEtag(c.req.header('if-none-match'), hash);
  if (isNotModified) ['content-length', 'content-type'].forEach((name) => headers.delete(name));
  else headers.set('content-length', String(bytes.byteLength));
  c.res = undefined;
  c.res = new Response(isNotModified ? null : bytes, {
    status: isNotModified ? 304 : 200,
    headers,
  });
  return isNotModified;
}

function mayCompress({ req, res }: Context): boolean {
  const { headers } = res;
  const isOwn =
    req.header('cookie') !== undefined && /no-store/.test(headers.get('cache-control') ?? '');
  const bytes = Number(headers.get('content-length') ?? minCompressedBytes);
  return (
    !isOwn &&
    bytes >= minCompressedBytes &&
    !headers.has('content-encoding') &&
    compressedTypes.test(headers.get('content-type') ?? '')
  );
}

function compress(c: Context): void {
  const headers = new Headers(c.res.headers);
  const vary = headers.get('vary') ?? '';
  if (!/accept-encoding/i.test(vary))
    headers.set('vary', [vary, 'accept-encoding'].filter(Boolean).join(', '));
  const { body, status } = c.res;
  const isCompressed = acceptsEncoding(c.req.header('accept-encoding') ?? '', 'gzip');
  if (isCompressed) {
    headers.delete('content-length');
    headers.set('content-encoding', 'gzip');
  }
  c.res = undefined;
  const sent = isCompressed && body ? body.pipeThrough(new CompressionStream('gzip')) : body;
  c.res = new Response(sent, { status, headers });
}
