import dns from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { WebhookAnswer, WebhookSender } from '#core/webhooks/webhook-port.ts';
import { isPublicAddress } from './public-address.ts';

const maxAnswerBytes = 2048;
const maxUrlLength = 500;

type SenderOptions = {
  /** In the demo: http, and addresses of this machine and network. */
  readonly allowsPrivate: boolean;
  /** For the whole exchange; 10 s by default. */
  readonly timeoutMs?: number;
  /** Resolves names; the system's resolver by default. */
  readonly resolve?: (
    hostname: string,
    options: dns.LookupAllOptions,
    callback: (error: NodeJS.ErrnoException | null, addresses: dns.LookupAddress[]) => void,
  ) => void;
};

/** Posts webhooks. The address is checked when it is connected to, whatever a name said before. */
export function createWebhookSender(options: SenderOptions): WebhookSender {
  return {
    findUrlProblem: (url) => findUrlProblem(url, options),
    post: async (request) => {
      const problem = findUrlProblem(request.url, options);
      return problem === undefined ? post(request, options) : { status: null, answer: problem };
    },
  };
}

const stripBrackets = (hostname: string): string => hostname.replaceAll(/^\[|\]$/g, '');

function findUrlProblem(text: string, { allowsPrivate }: SenderOptions): string | undefined {
  const url = text.length <= maxUrlLength ? URL.parse(text) : null;
  if (!url || !/^https?:$/.test(url.protocol))
    return 'Please give an address like https://crm.example.com/webhook.';
  if (url.username !== '' || url.password !== '')
    return 'Please leave user and password out of the address: deliveries are signed.';
  if (allowsPrivate) return undefined;
  if (url.protocol !== 'https:') return 'Please give an address that begins with https.';
  const hostname = stripBrackets(url.hostname);
  return isIP(hostname) !== 0 && !isPublicAddress(hostname) ? notPublic : undefined;
}

const notPublic = 'This address is not on the public internet.';

/** Connects to public addresses alone. Of several all must be: nobody tells which one is taken. */
const createLookup =
  ({ resolve = dns.lookup }: SenderOptions): LookupFunction =>
  (hostname, { all, family, hints }, callback) => {
    const wanted = { family, all: true as const, ...(hints === undefined ? {} : { hints }) };
    resolve(hostname, wanted, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) callback(error ?? new Error('There is no such host.'), '', 4);
      else if (!addresses.every(({ address }) => isPublicAddress(address)))
        callback(new Error(notPublic), '', 4);
      else if (all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };

function post(
  { url, headers, body }: Parameters<WebhookSender['post']>[0],
  options: SenderOptions,
): Promise<WebhookAnswer> {
  const { promise, resolve } = Promise.withResolvers<WebhookAnswer>();
  const fail = (error: Error): void => resolve({ status: null, answer: error.message });
  const { request } = url.startsWith('https:') ? https : http;
  const outgoing = request(url, {
    method: 'POST',
    // A connection of its own: none is kept whose address was checked for another request.
    agent: false,
    headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
    signal: AbortSignal.timeout(options.timeoutMs ?? 10_000),
    ...(options.allowsPrivate ? {} : { lookup: createLookup(options) }),
  });
  outgoing.on('error', fail);
  outgoing.on('response', (response) => {
    const status = response.statusCode ?? null;
    const parts: Buffer[] = [];
    let bytes = 0;
    const finish = (): void => resolve({ status, answer: toText(parts) });
    response.on('data', (part: Buffer) => {
      parts.push(part);
      bytes += part.length;
      if (bytes < maxAnswerBytes) return;
      finish();
      response.destroy();
    });
    response.on('end', finish);
    response.on('error', finish);
  });
  outgoing.end(body);
  return promise;
}

/** PostgreSQL keeps no zero characters. */
const toText = (parts: readonly Buffer[]): string =>
  Buffer.concat(parts).subarray(0, maxAnswerBytes).toString('utf8').replaceAll('\0', '');
