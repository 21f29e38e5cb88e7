import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';
import { paths } from '#src/paths.ts';
import { readClientIp, type TrustedProxies } from './client-ip.ts';
import { offerRetry, sendRefusalPage } from './refusal-page.ts';
import { QueueFullError, type WorkQueue } from './work-queue.ts';

/** How much may be under way of what costs most. */
export type WorkQueues = {
  /** Pages and answers of the API that are made for one request. */
  readonly renderings: WorkQueue;
  readonly searches: WorkQueue;
  /**
   * All reports, of an industry or of all, in one answer. Its place is kept until the reader has
   * taken the last byte.
   */
  readonly fullLists: WorkQueue;
  /** Logins and the like, each of which hashes a password and asks the database several times. */
  readonly accountForms: WorkQueue;
};

const accountPages = new Set([
  '/login',
  '/signup',
  '/forgot-password',
  '/reset-password',
  '/confirm-email',
  '/admin/login',
  '/admin/prove',
]);

const searchPaths = new Set<string>([
  paths.search(),
  paths.searchEndpoint(''),
  paths.suggestionsEndpoint(),
]);

/** First parts of paths whose reads wait for somebody outside, or stream a file. */
const unlimitedPaths = new Set([
  'payment-success',
  'download',
  'paper',
  'certificate',
  'sample-file',
  'profile',
]);

/**
 * Reads take their turn in a queue, and are answered 503 with Retry-After if it is full. Other
 * posts than those of accounts are never refused: they may be somebody's payment.
 */
export function limitReads(
  options: TrustedProxies,
  queues: WorkQueues,
): MiddlewareHandler<{ Bindings: HttpBindings }> {
  return async (c, next) => {
    const queue = selectQueue(c, queues);
    if (!queue) return next();
    const release = await enterOrRefuse(c, queue, options);
    if (release instanceof Response) return release;
    if (isGone(c)) return endUnread(release);
    if (queue !== queues.fullLists) return next().finally(release);
    releaseWhenTaken(c, release);
    return next();
  };
}

/** Stands behind what reads the body: a slow sender must not keep a place. */
export function limitAccountForms(
  options: TrustedProxies,
  { accountForms }: WorkQueues,
): MiddlewareHandler {
  return async (c, next) => {
    if (c.req.method !== 'POST' || !isAccountForm(c.req.path)) return next();
    const release = await enterOrRefuse(c, accountForms, options);
    return release instanceof Response ? release : next().finally(release);
  };
}

const isAccountForm = (path: string): boolean =>
  path.startsWith('/data/account/') || accountPages.has(path);

async function enterOrRefuse(
  c: Context,
  queue: WorkQueue,
  options: TrustedProxies,
): Promise<(() => void) | Response> {
  try {
    return await queue.enter(readClientIp(c, options));
  } catch (error) {
    if (!(error instanceof QueueFullError)) throw error;
    return sendBusy(c);
  }
}

function selectQueue(c: Context, queues: WorkQueues): WorkQueue | undefined {
  const { method, path } = c.req;
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  if (searchPaths.has(path)) return queues.searches;
  if (isFullList(c)) return queues.fullLists;
  return unlimitedPaths.has(path.split('/')[1] ?? '') ? undefined : queues.renderings;
}

/** Calls of the contract that have no pages. */
const wholeLists = new Set(['/admin/api/blog', '/admin/api/press-release']);

const isFullList = (c: Context): boolean =>
  c.req.path.startsWith('/sitemap') ||
  c.req.path.startsWith('/admin/api/industries-by-category/') ||
  wholeLists.has(c.req.path) ||
  (c.req.path === '/admin/api/reports' &&
    c.req.query('page') === undefined &&
    c.req.query('per_page') === undefined);

/** True for a request whose client left while it waited: nobody would read the answer. */
const isGone = (c: Context<{ Bindings: HttpBindings }>): boolean => c.env.outgoing.closed;

function endUnread(release: () => void): Response {
  release();
  return new Response(null, { status: 503 });
}

/** A response is closed when its reader has everything, or is gone. */
function releaseWhenTaken(c: Context<{ Bindings: HttpBindings }>, release: () => void): void {
  const { outgoing } = c.env;
  if (outgoing.closed) release();
  else outgoing.once('close', release);
}

function sendBusy(c: Context): Response {
  const message = 'Too many requests are waiting. Please try again in a few seconds.';
  const headers = { 'retry-after': '3', 'cache-control': 'no-store' };
  const offered = offerRetry(c.req.method, { isBegun: false });
  return sendRefusalPage(c, { message, status: 503, headers, ...offered });
}
