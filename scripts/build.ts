/**
 * Builds the pages, the program and the islands: `node scripts/build.ts` always, `npm start` and
 * `npm test` where the sources changed.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { compressAssets } from './compress-assets.ts';

const buildStampFile = 'build/stamp';

/** The build in build/ is of these sources afterwards. Throws what the tool said where it fails. */
export async function buildIfNeeded(print: (line: string) => void): Promise<void> {
  const stamp = hashSources();
  if (existsSync(buildStampFile) && readFileSync(buildStampFile, 'utf8') === stamp) return;
  print('Building the pages (once for this version, about half a minute)…');
  build();
  writeFileSync(buildStampFile, stamp);
}

function build(): void {
  rmSync('build', { recursive: true, force: true });
  runTool('react-router', ['build']);
  const islands = ['build', '--config', 'vite.islands.config.ts', '--logLevel', 'warn'];
  runTool('vite', islands);
  runTool('vite', [...islands, '--mode', 'admin']);
  compressAssets('build/client');
}

function runTool(program: string, args: string[]): void {
  const { status, stdout, stderr } = spawnSync(path.join('node_modules/.bin', program), args, {
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (status === 0) return;
  throw new Error(`${stdout}\n${stderr}\nBuilding failed at "${program} ${args.join(' ')}".`);
}

/** A hash of the names, sizes and times of everything that a build is made from. */
function hashSources(): string {
  const hash = createHash('sha256');
  const add = (file: string): void => {
    const { size, mtimeMs } = statSync(file);
    hash.update(`${file} ${size} ${mtimeMs}\n`);
  };
  for (const folder of ['src', 'db/demo', 'public']) {
    for (const found of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (found.isFile() && !found.name.endsWith('.json') && !found.name.includes('.test.'))
        add(path.join(found.parentPath, found.name));
    }
  }
  for (const file of [
    'package-lock.json',
    'vite.config.ts',
    'vite.islands.config.ts',
    'react-router.config.ts',
    'scripts/subset-fonts.ts',
    'scripts/compress-assets.ts',
  ])
    add(file);
  return hash.digest('hex');
}

if (import.meta.main) {
  build();
  writeFileSync(buildStampFile, hashSources());
}
