import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAttacker, parseStatus, rawGet, type Attacker } from './attacker.ts';

let attacker: Attacker;
beforeAll(async () => {
  attacker = await openAttacker();
});
afterAll(() => attacker?.close());

test.each([
  '.env',
  '.git/config',
  '.git/HEAD',
  'package.json',
  'package-lock.json',
  'server/index.js',
  'dist/server/index.js',
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
])('A-29 /%s serves nothing of the inside', async (name) => {
  const response = await attacker.sendRawHttp(rawGet(`/${name}`));
  expect([301, 302, 308, 400, 403, 404]).toContain(parseStatus(response));
  expect(response).not.toMatch(/"dependencies"|\[core\]|DATABASE_URL|root:x/);
});

test('A-29 scripts have no source maps, and headers do not name the server', async () => {
  const home = await attacker.openSession().request('/');
  for (const name of ['server', 'x-powered-by', 'via']) expect(home.headers.get(name)).toBeNull();
  const scripts = [...(await home.text()).matchAll(/src="(\/assets\/[^"]+\.js)"/g)].map(
    ([, script]) => String(script),
  );
  expect(scripts.length).toBeGreaterThan(0);
  for (const script of scripts) {
    expect((await attacker.openSession().request(`${script}.map`)).status).toBe(404);
    const text = await (await attacker.openSession().request(script)).text();
    expect(text).not.toContain('sourceMappingURL');
  }
});
