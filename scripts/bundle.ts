/** Searches what the browser gets for words of the server, and weighs what a page loads before a touch. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';

const folder = 'build/client/assets';
const secret = [
  'createShop',
  'kysely',
  'graphile_worker',
  'PAYPAL_SECRET',
  'DATABASE_URL',
  'local-token',
  'node:fs',
  'insert into',
];
const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'));
const leaks = scripts.flatMap((name) => {
  const text = readFileSync(path.join(folder, name), 'utf8');
  return secret.filter((word) => text.includes(word)).map((word) => `${name} holds "${word}"`);
});
const manifest = JSON.parse(readFileSync('build/client/islands.json', 'utf8')) as Record<
  string,
  { file: string; imports?: string[] }
>;
const first = manifest['src/site/islands/loader.ts'];
const files = [first?.file, ...(first?.imports ?? []).map((key) => manifest[key]?.file)].filter(
  (file): file is string => file !== undefined,
);
const bytes = files.reduce(
  (sum, file) =>
    sum + zlib.brotliCompressSync(readFileSync(path.join('build/client', file))).length,
  0,
);
console.log(`before a touch: ${bytes} bytes of JavaScript (brotli) in ${files.length} file(s)`);
if (bytes > 10_240)
  leaks.push(`a page loads ${bytes} bytes of JavaScript before a touch, more than 10 KB`);
for (const leak of leaks) console.error(leak);
process.exitCode = leaks.length === 0 ? 0 : 1;
