/** The local counterpart of Turnstile: the same script API and the same siteverify protocol, on the loopback address. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { localScript } from './script.ts';

export type LocalTurnstile = {
  readonly origin: string;
  readonly secret: string;
  close(): Promise<void>;
};

/** Milliseconds for which a token is good, as at Cloudflare. */
const goodFor = 300_000;

/**
 * Hands out a token for each solved challenge and verifies it once. `POST /__sim/outage {"on": true}` makes siteverify
 * answer 503, as an outage would.
 */
export async function startLocalTurnstile(options: {
  readonly port: number;
  readonly hostname: string;
}): Promise<LocalTurnstile> {
  const secret = 'local-turnstile-secret';
  const tokens = new Map<string, number>();
  let outage = false;

  const verify = (form: URLSearchParams): object => {
    const refuse = (code: string) => ({ success: false, 'error-codes': [code] });
    if (!form.get('secret')) return refuse('missing-input-secret');
    if (form.get('secret') !== secret) return refuse('invalid-input-secret');
    const token = form.get('response') ?? '';
    if (token === '') return refuse('missing-input-response');
    const madeAt = tokens.get(token);
    if (madeAt === undefined)
      return refuse(token.startsWith('local.') ? 'timeout-or-duplicate' : 'invalid-input-response');
    tokens.delete(token);
    if (Date.now() - madeAt > goodFor) return refuse('timeout-or-duplicate');
    return {
      success: true,
      'error-codes': [],
      challenge_ts: new Date(madeAt).toISOString(),
      hostname: options.hostname,
      action: '',
      cdata: '',
    };
  };

  const server = http.createServer((req, res) => {
    const parts: Buffer[] = [];
    req.on('data', (part: Buffer) => parts.push(part));
    req.on('end', () => {
      const body = Buffer.concat(parts).toString();
      const open = { 'access-control-allow-origin': '*', 'cache-control': 'no-store' };
      const json = (value: object, status = 200) =>
        res
          .writeHead(status, { ...open, 'content-type': 'application/json' })
          .end(JSON.stringify(value));
      const { pathname } = new URL(req.url ?? '/', 'http://local');
      if (pathname === '/turnstile/v0/api.js')
        res
          .writeHead(200, { ...open, 'content-type': 'text/javascript; charset=utf-8' })
          .end(localScript);
      else if (pathname === '/challenge' && req.method === 'POST') {
        const token = `local.${crypto.randomUUID()}`;
        tokens.set(token, Date.now());
        for (const [old, madeAt] of tokens) if (Date.now() - madeAt > goodFor) tokens.delete(old);
        json({ token });
      } else if (pathname === '/turnstile/v0/siteverify' && req.method === 'POST') {
        if (outage) return res.writeHead(503).end('down');
        json(verify(new URLSearchParams(body)));
      } else if (pathname === '/__sim/outage' && req.method === 'POST') {
        outage = (JSON.parse(body) as { on: boolean }).on;
        json({ outage });
      } else res.writeHead(404, open).end();
      return undefined;
    });
  });
  await new Promise<void>((resolve, reject) =>
    server.once('error', reject).listen(options.port, '127.0.0.1', resolve),
  );
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    secret,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => void server.close(() => resolve()));
    },
  };
}
