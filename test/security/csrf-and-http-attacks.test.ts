import net from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openAttacker, type Attacker } from './attacker.ts';

let at: Attacker;
beforeAll(async () => {
  at = await openAttacker();
});
afterAll(() => at?.close());

const parseStatus = (said: string): number => Number(said.slice(9, 12)) || 0;
const buildRawRequest = (lines: string[], body = ''): string =>
  `${lines.join('\r\n')}\r\n\r\n${body}`;

describe('A-14 a post from another site', () => {
  const posts: [string, Record<string, string>, string][] = [
    [
      'a form',
      { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://evil.example' },
      'email=a@b.example&password=secret1',
    ],
    [
      'text/plain',
      { 'content-type': 'text/plain', origin: 'https://evil.example' },
      '{"email":"a@b.example"}',
    ],
    [
      'no origin that a page has (null)',
      { 'content-type': 'application/x-www-form-urlencoded', origin: 'null' },
      'a=b',
    ],
    [
      'a sibling domain',
      { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://evil.localhost' },
      'a=b',
    ],
    [
      'fetch metadata that says so',
      { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' },
      'a=b',
    ],
    [
      'fetch metadata of a sibling',
      { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-site' },
      'a=b',
    ],
    [
      'a method override',
      {
        'content-type': 'application/x-www-form-urlencoded',
        origin: 'https://evil.example',
        'x-http-method-override': 'GET',
      },
      'a=b',
    ],
  ];
  test.each(posts)('as %s is 403 at every form', async (_, headers, body) => {
    for (const path of [
      '/login',
      '/logout',
      '/profile',
      '/signup',
      '/buy-now',
      '/payment-success?order=QI-000001',
      '/data/account/login',
      '/data/forms/contact',
      '/admin/api/user/login',
      '/admin/api/paypal/create-order',
      '/seat/x',
      '/join/x',
    ]) {
      const answer = await at.openSession().request(path, { method: 'POST', headers, body });
      expect([path, answer.status]).toEqual([path, 403]);
      expect(answer.headers.get('set-cookie')).toBeNull();
    }
  });
});

describe("A-18 what is kept is everybody's", () => {
  const poisons: Record<string, string>[] = [
    { host: 'evil.example' },
    { 'x-forwarded-host': 'evil.example' },
    { 'x-forwarded-proto': 'gopher', 'x-forwarded-port': '666' },
    { 'x-original-url': '/admin' },
    { 'x-rewrite-url': '/admin' },
    { 'x-http-method-override': 'POST' },
    { accept: 'application/json' },
    { range: 'bytes=0-1' },
    { cookie: 'session=evil; buyer=evil' },
    { 'accept-language': '<script>' },
    { 'user-agent': '<script>alert(1)</script>' },
    { forwarded: 'host=evil.example' },
    { 'x-forwarded-for': '<script>' },
  ];
  test.each(['/', '/report-store', '/industries', '/faq', '/admin/api/info'])(
    '%s is the same bytes after every attempt',
    async (path) => {
      const clean = async () =>
        (
          await at.openSession().request(path, { headers: { 'accept-encoding': 'identity' } })
        ).text();
      const first = await clean();
      for (const headers of poisons) {
        const lines = [
          `GET ${path}${path.includes('?') ? '&' : '?'}p=${Math.random()} HTTP/1.1`,
          ...(headers['host'] ? [] : ['Host: localhost']),
          ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
          'Connection: close',
        ];
        const said = await at.sendRawHttp(buildRawRequest(lines));
        expect(said).not.toContain('evil.example');
        expect(said.toLowerCase()).not.toContain('set-cookie');
      }
      for (const query of [
        '?utm_source=evil',
        '?a=1&a=2',
        '?q=<script>',
        '?_method=POST',
        `?${'x'.repeat(5000)}`,
      ])
        await (await at.openSession().request(path + query)).arrayBuffer();
      await at.sendRawHttp(
        buildRawRequest(
          [`GET ${path} HTTP/1.1`, 'Host: localhost', 'Content-Length: 5', 'Connection: close'],
          'q=bad',
        ),
      );
      expect(await clean()).toBe(first);
    },
  );

  test('a page of somebody who is logged in is never kept, and 404 and refusals are made anew', async () => {
    const customer = await at.createCustomer('kept@company.example');
    const mine = await customer.request('/profile');
    expect(mine.headers.get('cache-control')).toContain('no-store');
    expect((await at.openSession().request('/profile')).status).toBe(302);
    for (const path of ['/', '/faq', '/report-store']) {
      const answer = await customer.request(path);
      expect(await answer.text()).not.toContain('kept@company.example');
      expect(answer.headers.get('set-cookie')).toBeNull();
    }
    const lost = await at.openSession().request('/no-such-report-here');
    expect([lost.status, lost.headers.get('etag')]).toEqual([404, null]);
  });
});

test('A-19 a private page under the name of a file is 404 or private, never kept', async () => {
  const customer = await at.createCustomer('deceived@company.example');
  for (const path of [
    '/profile/x.css',
    '/profile.css',
    '/profile/..%2fx.css',
    '/profile%2fx.js',
    '/profile;x.css',
    '/payment-success.js?token=x',
    '/payment-success/x.png',
    '/profile/export/x.css',
  ]) {
    const answer = await customer.request(path);
    expect([path, answer.status]).toEqual([path, 404]);
    expect(await answer.text()).not.toContain('deceived@company.example');
    expect(await (await at.openSession().request(path)).text()).not.toContain(
      'deceived@company.example',
    );
  }
});

test('A-21 no address leads a person away after logging in or writing to us', async () => {
  await at.createCustomer('away@company.example');
  for (const from of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/%09/evil.example',
    '/\t/evil.example',
    '@evil.example',
    '\\\\evil.example',
    '/／evil.example',
    'https:evil.example',
    `//${'x'.repeat(10_000)}`,
    '/.//evil.example',
    '/x/..//evil.example',
  ]) {
    const answer = await at.openSession().postForm(`/login?from=${encodeURIComponent(from)}`, {
      email: 'away@company.example',
      password: 'correct horse',
    });
    const target = new URL(answer.headers.get('location') ?? '/', at.server.url);
    expect([from.slice(0, 40), target.origin]).toEqual([
      from.slice(0, 40),
      new URL(at.server.url).origin,
    ]);
  }
});

test('A-24 malformed requests are refused with 4xx or closed; the program stays, and says nothing of itself', async () => {
  const json = (body: string, type = 'application/json', more: string[] = []): string =>
    buildRawRequest(
      [
        'POST /admin/api/user/login HTTP/1.1',
        'Host: localhost',
        `Content-Type: ${type}`,
        `Content-Length: ${Buffer.byteLength(body, 'latin1')}`,
        'Connection: close',
        ...more,
      ],
      body,
    );
  const attempts: [string, string | Buffer][] = [
    ['//', buildRawRequest(['GET // HTTP/1.1', 'Host: localhost', 'Connection: close'])],
    ['*', buildRawRequest(['OPTIONS * HTTP/1.1', 'Host: localhost', 'Connection: close'])],
    ['/%', buildRawRequest(['GET /% HTTP/1.1', 'Host: localhost', 'Connection: close'])],
    ['/%00', buildRawRequest(['GET /%00 HTTP/1.1', 'Host: localhost', 'Connection: close'])],
    [
      'bad percent',
      buildRawRequest(['GET /%E0%A4%A HTTP/1.1', 'Host: localhost', 'Connection: close']),
    ],
    [
      'absolute form',
      buildRawRequest([
        'GET http://evil.example/ HTTP/1.1',
        'Host: localhost',
        'Connection: close',
      ]),
    ],
    ['no host', buildRawRequest(['GET / HTTP/1.1', 'Connection: close'])],
    ['two hosts', buildRawRequest(['GET / HTTP/1.1', 'Host: a', 'Host: b', 'Connection: close'])],
    [
      'length and chunks',
      buildRawRequest(
        [
          'POST /admin/api/user/login HTTP/1.1',
          'Host: localhost',
          'Content-Length: 4',
          'Transfer-Encoding: chunked',
          'Connection: close',
        ],
        '0\r\n\r\n',
      ),
    ],
    [
      'two lengths',
      buildRawRequest(
        [
          'POST /admin/api/user/login HTTP/1.1',
          'Host: localhost',
          'Content-Length: 4',
          'Content-Length: 5',
          'Connection: close',
        ],
        '{}  ',
      ),
    ],
    [
      'a header of 100 KB',
      buildRawRequest([
        'GET / HTTP/1.1',
        'Host: localhost',
        `X: ${'a'.repeat(100_000)}`,
        'Connection: close',
      ]),
    ],
    [
      '2,001 headers',
      buildRawRequest([
        'GET / HTTP/1.1',
        'Host: localhost',
        ...Array.from({ length: 2001 }, (_, i) => `X${i}: y`),
        'Connection: close',
      ]),
    ],
    ['broken JSON', json('{"email":')],
    ['deep JSON', json('['.repeat(30_000))],
    ['many keys', json(`{${Array.from({ length: 5000 }, (_, i) => `"k${i}":1`).join()}}`)],
    ['__proto__', json('{"__proto__":{"email":"a@b.example"},"constructor":{"prototype":{}}}')],
    ['keys twice', json('{"email":"a@b.example","email":1}')],
    ['a byte order mark', json('\xef\xbb\xbf{}')],
    ['UTF-16', json(Array.from('{"a":1}').join('\x00'))],
    ['a charset of its own', json('{}', 'application/json; charset=utf-7')],
    ['gzip', json('\x1f\x8b\x08\0\0\0\0\0', 'application/json', ['Content-Encoding: gzip'])],
    ['expectations', json('{}', 'application/json', ['Expect: a-miracle'])],
    [
      'an upgrade',
      buildRawRequest([
        'GET / HTTP/1.1',
        'Host: localhost',
        'Connection: Upgrade',
        'Upgrade: websocket',
      ]),
    ],
    ['not HTTP at all', Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc])],
    ['HTTP/9.9', buildRawRequest(['GET / HTTP/9.9', 'Host: localhost'])],
    [
      'a method of its own',
      buildRawRequest(['EVIL / HTTP/1.1', 'Host: localhost', 'Connection: close']),
    ],
  ];
  const fine = new Set(['an upgrade', 'expectations']);
  for (const [name, bytes] of attempts) {
    const said = await at.sendRawHttp(bytes);
    const code = parseStatus(said);
    expect([
      name,
      code === 0 || (code >= 400 && code < 500) || (fine.has(name) && code < 500),
    ]).toEqual([name, true]);
    expect([name, /node_modules|at Object|\.ts:|stack/i.test(said)]).toEqual([name, false]);
  }
  expect((await at.openSession().request('/healthz')).status).toBe(200);
}, 60_000);

test('A-29 nothing of the inside is served: sources, settings, maps, backups, databases', async () => {
  const names = [
    '.env',
    '.git/config',
    '.git/HEAD',
    'package.json',
    'package-lock.json',
    'server/index.js',
    'build/server/index.js',
    'tsconfig.json',
    '.data/database-password',
    'database-password',
    'local-paypal.jsonl',
    'backup.sql',
    'dump.sql.gz',
    'index.html~',
    '.DS_Store',
    'wp-admin/',
    'phpinfo.php',
    'server-status',
    'debug',
    'metrics',
    'actuator/health',
    '__manifest',
    '_root.data',
    'src/main.ts',
    'assets/',
    'assets/../package.json',
    'assets/%2e%2e/%2e%2e/package.json',
    '..%2f..%2fpackage.json',
    'islands.json',
    '.vite/manifest.json',
    '@fs/etc/passwd',
    'files/',
    'papers/',
    'mail/',
  ];
  for (const name of names) {
    const said = await at.sendRawHttp(
      `GET /${name} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
    );
    expect([name, [301, 302, 308, 400, 403, 404].includes(parseStatus(said))]).toEqual([
      name,
      true,
    ]);
    expect(said).not.toMatch(/"dependencies"|\[core\]|DATABASE_URL|root:x/);
  }
  const home = await (await at.openSession().request('/')).text();
  const scripts = [...home.matchAll(/src="(\/assets\/[^"]+\.js)"/g)].map((found) =>
    String(found[1]),
  );
  expect(scripts.length).toBeGreaterThan(0);
  for (const script of scripts) {
    expect((await at.openSession().request(`${script}.map`)).status).toBe(404);
    expect(await (await at.openSession().request(script)).text()).not.toContain('sourceMappingURL');
  }
  const answer = await at.openSession().request('/');
  for (const name of ['server', 'x-powered-by', 'via']) expect(answer.headers.get(name)).toBeNull();
});

test('A-36 no page can be framed, opened into or sniffed, and links that open another window let go of ours', async () => {
  for (const path of [
    '/',
    '/buy-now?id=QM-X&type=single-user',
    '/payment-success?token=X',
    '/login',
    '/no-such-page',
    '/verify/0',
    '/profile',
  ]) {
    const { headers } = await at.openSession().request(path);
    expect([
      path,
      headers.get('x-frame-options'),
      headers.get('content-security-policy')?.includes("frame-ancestors 'none'"),
      headers.get('cross-origin-opener-policy'),
      headers.get('x-content-type-options'),
    ]).toEqual([path, 'DENY', true, 'same-origin', 'nosniff']);
    expect(headers.get('content-security-policy')).not.toMatch(/script-src[^;]*unsafe/);
  }
  for (const path of ['/', '/about', '/contact', '/faq']) {
    const opening = [
      ...(await (await at.openSession().request(path)).text()).matchAll(
        /<a [^>]*target="_blank"[^>]*>/g,
      ),
    ].map(([link]) => link);
    expect(opening.filter((link) => !/rel="[^"]*noopener/.test(link))).toEqual([]);
  }
});

test('A-37 many distinct addresses and words fill no memory: only pages that exist are kept, in one spelling', async () => {
  for (const path of [
    '/x/../faq',
    '/faq/',
    '/faq//',
    '//faq',
    '/%66aq',
    '/FAQ',
    '/./faq',
    '/faq/.',
    '/faq;x',
    '/x/%2e%2e/faq',
  ]) {
    const said = await at.sendRawHttp(
      `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
    );
    expect([path, /etag:/i.test(said), parseStatus(said) < 500]).toEqual([path, false, true]);
  }
  for (let i = 0; i < 300; i++) {
    const [lost, found] = await Promise.all([
      at.openSession().request(`/no-such-report-${i}`),
      at.openSession().request(`/custom_search?q=word${i}`),
    ]);
    expect([lost.status, lost.headers.get('etag'), found.headers.get('etag')]).toEqual([
      404,
      null,
      null,
    ]);
    await Promise.all([lost.arrayBuffer(), found.arrayBuffer()]);
  }
  const [one, other] = await Promise.all(
    ['/?a=1', '/?b=2'].map(async (path) =>
      (await at.openSession().request(path)).headers.get('etag'),
    ),
  );
  expect(one).toBe(other);
}, 60_000);

test('F-19 two hundred connections that never finish their request are dropped, and others are served meanwhile', async () => {
  const { port } = new URL(at.server.url);
  let dropped = 0;
  const slow = Array.from({ length: 200 }, (_, i) => {
    const socket = net.connect(Number(port), '127.0.0.1');
    socket.on('error', () => {});
    socket.on('close', () => dropped++);
    socket.write(
      i % 2 === 0
        ? 'GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: '
        : 'POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100',
    );
    socket.resume();
    return socket;
  });
  try {
    for (let i = 0; i < 20; i++) expect((await at.openSession().request('/faq')).status).toBe(200);
    await expect.poll(() => dropped, { timeout: 15_000, interval: 250 }).toBe(200);
  } finally {
    for (const socket of slow) socket.destroy();
  }
}, 30_000);
