/**
 * Fails if a script for the browser holds words of the server, if a public page loads more
 * than 10 KB of JavaScript before it is used, or the back office more than 110 KB for a list, or
 * 110 KB more for an island; and if a file that the first view waits for needs a round trip more.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { listFiles, type Manifest } from '#server/styles/page-scripts.ts';

const assetsFolder = 'dist/client/assets';
const forbiddenWords = [
  'staffActs',
  'kysely',
  'graphile_worker',
  'LINK_SECRET',
  'DATABASE_URL',
  'local-token',
  'node:fs',
  'insert into',
];
const scripts = readdirSync(assetsFolder).filter((name) => name.endsWith('.js'));
const faults = scripts.flatMap((name) => {
  const text = readFileSync(path.join(assetsFolder, name), 'utf8');
  return forbiddenWords
    .filter((word) => text.includes(word))
    .map((word) => `${name} holds "${word}"`);
});

const readManifest = (name: string): Manifest =>
  JSON.parse(readFileSync(path.join('dist/client', name), 'utf8')) as Manifest;

const countBytes = (files: Iterable<string>): number =>
  [...files].reduce(
    (sum, file) =>
      sum + zlib.brotliCompressSync(readFileSync(path.join('dist/client', file))).length,
    0,
  );

function check(what: string, files: Iterable<string>, maxKilobytes: number): void {
  const bytes = countBytes(files);
  console.log(`${what}: ${bytes} bytes of JavaScript (brotli)`);
  if (bytes > maxKilobytes * 1024) faults.push(`${what}: more than ${maxKilobytes} KB`);
}

const siteLoader = 'src/site/islands/runtime/loader.ts';
check('a public page before a touch', listFiles(readManifest('islands.json'), [siteLoader]), 10);

const admin = readManifest('admin-islands.json');
const adminLoader = 'src/admin/islands/runtime/loader.ts';
const listModules = [
  adminLoader,
  'src/site/islands/runtime/hydrate.ts',
  'src/admin/islands/components/search-everything.tsx',
];
const listFilesOfAdmin = listFiles(admin, listModules);
check('a list of the back office', listFilesOfAdmin, 110);
const listOwnFiles = (island: string): string[] =>
  [...listFiles(admin, [island])].filter((file) => !listFilesOfAdmin.has(file));
for (const island of admin[adminLoader]?.dynamicImports ?? [])
  if (!listModules.includes(island)) check(`${island} beside it`, listOwnFiles(island), 110);

/** Ten packets of 1,460 bytes come at once (RFC 6928), the headers of an answer among them. */
const firstPacketsBytes = 14_600;
const headerBytes = 400;
for (const name of readdirSync(assetsFolder).filter((one) => /^root-.*css$|-first-/.test(one))) {
  const isFont = name.endsWith('.woff2');
  const bytes = isFont
    ? statSync(path.join(assetsFolder, name)).size
    : countBytes([`assets/${name}`]);
  console.log(`${name}: ${bytes} bytes`);
  if (bytes + headerBytes > firstPacketsBytes) faults.push(`${name}: a round trip more`);
}

for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
