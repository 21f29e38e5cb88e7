import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startServerProcess } from '../support/server-process.ts';
import { createTemporaryFolder } from '../support/temporary-folder.ts';

type LockEntry = { readonly dev?: boolean };

/** Programs of other tests write what they compiled while it is copied. */
const isKept = (file: string): boolean => file !== path.join('dist', 'compiled');

/** dist/ and the packages of production at another place, without sources or tools. */
function moveBuild() {
  const folder = createTemporaryFolder('moved');
  for (const part of [
    'dist',
    'package.json',
    'package-lock.json',
    'node_modules/.package-lock.json',
    'scripts/run.cjs',
    'scripts/preflight.cjs',
  ])
    cpSync(part, path.join(folder.path, part), { recursive: true, filter: isKept });
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, LockEntry>;
  };
  for (const [place, { dev }] of Object.entries(packages)) {
    if (!place || dev || place.lastIndexOf('node_modules/') > 0) continue;
    const link = path.join(folder.path, place);
    mkdirSync(path.dirname(link), { recursive: true });
    symlinkSync(path.resolve(place), link);
  }
  return folder;
}

test('a build runs at another place with the packages of production, and builds nothing', async () => {
  const moved = moveBuild();
  const stamp = readFileSync(path.join(moved.path, 'dist/stamp'), 'utf8');
  const store = await startServerProcess(
    {},
    { command: [process.execPath, path.join(moved.path, 'scripts/run.cjs'), 'serve'] },
  );
  try {
    const readAt = async (address: string) => {
      const response = await store.request(address);
      return { status: response.status, body: Buffer.from(await response.arrayBuffer()) };
    };
    const list = await readAt('/report-store');
    const slug = /<h3[^>]*><a[^>]*href="(\/[a-z0-9-]+)"/.exec(list.body.toString())?.[1] ?? '';
    const report = (await readAt(slug)).body.toString();
    const picture = await readAt(/\/chart\/[^"]+\.png/.exec(report)?.[0] ?? '');
    expect(picture.body.subarray(1, 4).toString()).toBe('PNG');
    const asset = await readAt(/\/assets\/[^"]+\.js/.exec(report)?.[0] ?? '');
    expect(asset.status).toBe(200);
    expect((await readAt('/readyz')).status).toBe(200);
    expect(readFileSync(path.join(moved.path, 'dist/stamp'), 'utf8')).toBe(stamp);
  } finally {
    await store.close();
    moved.remove();
  }
});

test('a build for production has no simulators, and says so where a demo is started from it', () => {
  const moved = moveBuild();
  // What `npm run build` leaves out, and a start of the demo or a test adds.
  rmSync(path.join(moved.path, 'dist/simulators.js'));
  const { status, stderr } = spawnSync(process.execPath, [path.join(moved.path, 'dist/serve.js')], {
    encoding: 'utf8',
    env: { ...process.env, PORT: '0', DATA_DIR: path.join(moved.path, 'data') },
  });
  const hasBegun = existsSync(path.join(moved.path, 'data/postgres'));
  moved.remove();
  expect(stderr.trim().split('\n')).toEqual([
    expect.stringMatching(/^This build is for production and has no simulators of PayPal, mail, /),
  ]);
  expect({ status, hasBegun }).toEqual({ status: 1, hasBegun: false });
});
