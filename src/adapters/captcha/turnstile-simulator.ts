/** The local counterpart of Turnstile: the same script API and the same siteverify protocol, on the loopback address. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { turnstileSimulatorScript } from './turnstile-simulator-script.ts';

export type TurnstileSimulator = {
  readonly origin: string;
  readonly secret: string;
  close(): Promise<void>;
};

/** Milliseconds for which a token is good, as at Cloudflare. */
const tokenLifetimeMs = 300_000;

/**
 * Hands out a token for each solved challenge and verifies it once. `POST /__sim/outage {"on": true}` makes siteverify
 * answer 503, as an outage would.
 */
export async function startTurnstileSimulator(options: {
  readonly port: number;
  readonly hostname: string;
}): Promise<TurnstileSimulator> {
  const secret = 'local-turnstile-secret';
  const tokens = new Map<string, number>();
  let isDown = false;

  const verifyToken = (form: URLSearchParams): object => {
    const rejectToken = (code: string) => ({ success: false, 'error-codes': [code] });
    if (!form.get('secret')) return rejectToken('missing-input-secret');
    if (form.get('secret') !== secret) return rejectToken('invalid-input-secret');
    const token = form.get('response') ?? '';
    if (token === '') return rejectToken('missing-input-response');
    const madeAt = tokens.get(token);
    if (madeAt === undefined)
      return rejectToken(
        token.startsWith('local.') ? 'timeout-or-duplicate' : 'invalid-input-response',
      );
    tokens.delete(token);
    if (Date.now() - madeAt > tokenLifetimeMs) return rejectToken('timeout-or-duplicate');
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
      const corsHeaders = { 'access-control-allow-origin': '*', 'cache-control': 'no-store' };
      const sendJson = (value: object, status = 200) =>
        res
          .writeHead(status, { ...corsHeaders, 'content-type': 'application/json' })
          .end(JSON.stringify(value));
      const { pathname } = new URL(req.url ?? '/', 'http://local');
      if (pathname === '/turnstile/v0/api.js')
        res
          .writeHead(200, { ...corsHeaders, 'content-type': 'text/javascript; charset=utf-8' })
          .end(turnstileSimulatorScript);
      else if (pathname === '/challenge' && req.method === 'POST') {
        const token = `local.${crypto.randomUUID()}`;
        tokens.set(token, Date.now());
        for (const [old, madeAt] of tokens)
          if (Date.now() - madeAt > tokenLifetimeMs) tokens.delete(old);
        sendJson({ token });
      } else if (pathname === '/turnstile/v0/siteverify' && req.method === 'POST') {
        if (isDown) return res.writeHead(503).end('down');
        sendJson(verifyToken(new URLSearchParams(body)));
      } else if (pathname === '/__sim/outage' && req.method === 'POST') {
        isDown = (JSON.parse(body) as { on: boolean }).on;
        sendJson({ outage: isDown });
      } else res.writeHead(404, corsHeaders).end();
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
