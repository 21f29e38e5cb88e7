/**
 * Fails where a script for the browser holds words of the server, or where a page loads more than
 * 10 KB of JavaScript before it is used.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';

const assetsFolder = 'build/client/assets';
const forbiddenWords = [
  'createApp',
  'kysely',
  'graphile_worker',
  'PAYPAL_SECRET',
  'DATABASE_URL',
  'local-token',
  'node:fs',
  'insert into',
];
const scripts = readdirSync(assetsFolder).filter((name) => name.endsWith('.js'));
const leaks = scripts.flatMap((name) => {
  const text = readFileSync(path.join(assetsFolder, name), 'utf8');
  return forbiddenWords
    .filter((word) => text.includes(word))
    .map((word) => `${name} holds "${word}"`);
});
const manifest = JSON.parse(readFileSync('build/client/islands.json', 'utf8')) as Record<
  string,
  { file: string; imports?: string[] }
>;
const loader = manifest['src/site/islands/runtime/loader.ts'];
const initialFiles = [
  loader?.file,
  ...(loader?.imports ?? []).map((key) => manifest[key]?.file),
].filter((file): file is string => file !== undefined);
const initialBytes = initialFiles.reduce(
  (sum, file) =>
    sum + zlib.brotliCompressSync(readFileSync(path.join('build/client', file))).length,
  0,
);
console.log(
  `before a touch: ${initialBytes} bytes of JavaScript (brotli) in ${initialFiles.length} file(s)`,
);
if (initialBytes > 10_240)
  leaks.push(`a page loads ${initialBytes} bytes of JavaScript before a touch, more than 10 KB`);
for (const leak of leaks) console.error(leak);
process.exitCode = leaks.length === 0 ? 0 : 1;
