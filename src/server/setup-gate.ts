import type { IncomingMessage, ServerResponse } from 'node:http';

/** Addresses that answer before the store is set up: health, the setup page and its files. */
const openPrefixes = new Set(['healthz', 'readyz', 'setup', 'assets', 'robots.txt']);

const page = `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="robots" content="noindex">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>This store is being set up</title></head>
<body><main><h1>This store is being set up</h1>
<p>Please come back soon.</p></main></body></html>
`;

const apiAnswer = JSON.stringify({ success: false, message: 'This store is being set up.' });

/** Lets requests pass once the store has settings; before, all pages are one, with status 503. */
export class SetupGate {
  readonly #isSetUp: () => Promise<boolean>;
  #isOpen = false;

  constructor(isSetUp: () => Promise<boolean>) {
    this.#isSetUp = isSetUp;
  }

  /** A store that is open stays open: nothing takes its settings away. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /**
   * True if the request may go on. Otherwise it is answered. If the database gives no answer
   * the request continues, to the fault that every page has then.
   */
  async pass(req: IncomingMessage, res: ServerResponse): Promise<boolean> {
    const isSetUp = await this.#isSetUp().catch(() => undefined);
    if (isSetUp === true) this.#isOpen = true;
    if (isSetUp !== false) return true;
    const { pathname } = new URL(req.url ?? '/', 'http://localhost');
    if (openPrefixes.has(pathname.split('/')[1] ?? '')) return true;
    const isApi = pathname.startsWith('/admin/api/');
    const [type, body] = isApi ? ['application/json', apiAnswer] : ['text/html', page];
    res.writeHead(503, {
      'content-type': `${type}; charset=utf-8`,
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'",
      'x-content-type-options': 'nosniff',
      'retry-after': '60',
    });
    res.end(req.method === 'HEAD' ? undefined : body);
    return false;
  }
}
