/** A local Turnstile: the same script API and the same siteverify protocol. */
import {
  MalformedRequest,
  parseJsonObject,
  startLoopbackServer,
  type LoopbackRequest,
} from '../loopback-server.ts';

export type TurnstileSimulator = {
  readonly origin: string;
  readonly secret: string;
  readonly close: () => Promise<void>;
};

/** As at Cloudflare. */
const tokenLifetimeMs = 300_000;
const secret = 'local-turnstile-secret';
const corsHeaders = { 'access-control-allow-origin': '*', 'cache-control': 'no-store' };

/**
 * Starts it on the loopback address. It issues a token for each solved challenge and verifies it
 * once. `POST /__sim/outage {"on": true}` makes siteverify answer 503, as an outage would.
 */
export async function startTurnstileSimulator(options: {
  readonly port: number;
  /** The host name that verified tokens are said to come from. */
  readonly hostname: string;
  /** Hears of the simulator's own faults, which do not end it. */
  readonly onFault?: (error: unknown) => void;
}): Promise<TurnstileSimulator> {
  const { hostname, onFault } = options;
  const handle = createHandler(new TokenStore(hostname));
  const { port, close } = await startLoopbackServer({ port: options.port, handle, onFault });
  return { origin: `http://localhost:${port}`, secret, close };
}

/** Tokens by the time at which they were issued. */
class TokenStore {
  readonly #hostname: string;
  readonly #issuedAt = new Map<string, number>();

  constructor(hostname: string) {
    this.#hostname = hostname;
  }

  issue(): string {
    const token = `local.${crypto.randomUUID()}`;
    this.#issuedAt.set(token, Date.now());
    for (const [old, issuedAt] of this.#issuedAt)
      if (Date.now() - issuedAt > tokenLifetimeMs) this.#issuedAt.delete(old);
    return token;
  }

  /** siteverify's answer to a form with `secret` and `response`. */
  verify(form: URLSearchParams): object {
    const givenSecret = form.get('secret');
    if (!givenSecret) return rejection('missing-input-secret');
    if (givenSecret !== secret) return rejection('invalid-input-secret');
    const token = form.get('response') ?? '';
    if (token === '') return rejection('missing-input-response');
    const issuedAt = this.#issuedAt.get(token);
    const isOurs = token.startsWith('local.');
    if (issuedAt === undefined)
      return rejection(isOurs ? 'timeout-or-duplicate' : 'invalid-input-response');
    this.#issuedAt.delete(token);
    if (Date.now() - issuedAt > tokenLifetimeMs) return rejection('timeout-or-duplicate');
    return {
      success: true,
      'error-codes': [],
      challenge_ts: new Date(issuedAt).toISOString(),
      hostname: this.#hostname,
      action: '',
      cdata: '',
    };
  }
}

const rejection = (code: string): object => ({ success: false, 'error-codes': [code] });

type TextResponse = { readonly status: number; readonly type?: string; readonly body?: string };

const jsonResponse = (value: object): TextResponse => ({
  status: 200,
  type: 'application/json',
  body: JSON.stringify(value),
});

function createHandler(tokens: TokenStore): (request: LoopbackRequest) => void {
  let isDown = false;
  const handlers: Readonly<Record<string, (body: string) => TextResponse>> = {
    'GET /turnstile/v0/api.js': () => ({
      status: 200,
      type: 'text/javascript; charset=utf-8',
      body: turnstileSimulatorScript,
    }),
    'POST /challenge': () => jsonResponse({ token: tokens.issue() }),
    'POST /turnstile/v0/siteverify': (body) =>
      isDown
        ? { status: 503, body: 'down' }
        : jsonResponse(tokens.verify(new URLSearchParams(body))),
    'POST /__sim/outage': (body) => {
      const { on } = parseJsonObject(body);
      if (typeof on !== 'boolean') throw new MalformedRequest('"on" is true or false.');
      isDown = on;
      return jsonResponse({ outage: isDown });
    },
  };
  return ({ req, res, url, body: requestBody }) => {
    const { status, type, body } = handlers[`${req.method} ${url.pathname}`]?.(requestBody) ?? {
      status: 404,
    };
    res.writeHead(status, { ...corsHeaders, ...(type ? { 'content-type': type } : {}) }).end(body);
  };
}

/**
 * The script that a browser loads from the simulator: `window.turnstile` with render, reset, remove
 * and getResponse. The challenge is a box to tick, and says that it is local.
 */
const turnstileSimulatorScript = `(() => {
  const base = new URL(document.currentScript.src).origin;
  const widgets = new Map();
  let count = 0;
  const draw = (id) => {
    const widget = widgets.get(id);
    widget.token = '';
    widget.element.innerHTML = '';
    const label = document.createElement('label');
    label.style.cssText = 'display:flex;gap:10px;align-items:center;border:1px solid #8b877a;' +
      'border-radius:3px;padding:12px;max-width:300px;min-height:65px;box-sizing:border-box;' +
      'background:#fff;font-size:15px;line-height:1.3';
    const box = document.createElement('input');
    box.type = 'checkbox';
    box.setAttribute('data-challenge', '');
    box.style.cssText = 'width:22px;height:22px;min-height:0;flex:none';
    const text = document.createElement('span');
    text.textContent = 'I am a person (local check)';
    label.append(box, text);
    widget.element.append(label);
    box.addEventListener('change', async () => {
      box.disabled = true;
      try {
        const answer = await (await fetch(base + '/challenge', { method: 'POST' })).json();
        widget.token = answer.token;
        text.textContent = 'Checked (local check)';
        widget.options.callback?.(answer.token);
        widget.timer = setTimeout(() => {
          draw(id);
          widget.options['expired-callback']?.();
        }, 290000);
      } catch { widget.options['error-callback']?.('network'); draw(id); }
    });
  };
  const findId = (id) => id ?? [...widgets.keys()][0];
  window.turnstile = {
    ready: (callback) => callback(),
    render: (container, options) => {
      const element =
        typeof container === 'string' ? document.querySelector(container) : container;
      const id = 'local-' + ++count;
      widgets.set(id, { element, options, token: '' });
      draw(id);
      return id;
    },
    reset: (id) => {
      const widgetId = findId(id);
      if (!widgets.has(widgetId)) return;
      clearTimeout(widgets.get(widgetId).timer);
      draw(widgetId);
    },
    remove: (id) => {
      const widgetId = findId(id);
      const widget = widgets.get(widgetId);
      if (!widget) return;
      clearTimeout(widget.timer);
      widget.element.innerHTML = '';
      widgets.delete(widgetId);
    },
    getResponse: (id) => widgets.get(findId(id))?.token,
  };
})();
`;
