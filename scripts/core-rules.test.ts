import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const files = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((found) => found.isFile() && /\.tsx?$/.test(found.name))
    .map((found) => path.join(found.parentPath, found.name));
const holding = (all: readonly string[], pattern: RegExp): string[] =>
  all.filter((file) => pattern.test(readFileSync(file, 'utf8')));

test('the environment is read in config.ts and nowhere else under src', () => {
  expect(holding(files('src'), /process\.env/)).toEqual(['src/config.ts']);
});

test('the core has no clock and no randomness of its own', () => {
  const core = files('src/core').filter((file) => !file.endsWith('.test.ts'));
  expect(holding(core, /Date\.now\(|new Date\(\)|Math\.random|randomBytes|randomUUID/)).toEqual([]);
});

test('only adapters and islands call fetch', () => {
  const others = files('src').filter(
    (file) => !/^src\/(adapters|site\/islands)\//.test(file) && !file.includes('.test.'),
  );
  expect(holding(others, /(?<![.\w])fetch\(/)).toEqual([]);
});

test('no file of ours is longer than 450 lines', () => {
  const long = [...files('src'), ...files('scripts'), ...files('db')].filter(
    (file) =>
      !file.endsWith('kernel/tables.ts') && readFileSync(file, 'utf8').split('\n').length > 451,
  );
  expect(long).toEqual([]);
});
