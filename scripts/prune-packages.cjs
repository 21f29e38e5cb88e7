/**
 * Run by npm after it has installed the packages: removes what no program of this machine reads, a
 * seventh of their weight. Only npm's list of packages says what is installed, so that it finds
 * nothing amiss. Plain JavaScript, for the Node that npm runs on; what can't be removed stays.
 */
'use strict';
const fs = require('fs');
const path = require('path');

const modules = path.resolve(__dirname, '..', 'node_modules');

/** The headers and manuals of the bundled Node, and the words from which a filter was made. */
const folders = [
  ...['darwin-x64', 'linux-arm64', 'linux-x64', 'win-x64'].flatMap((system) => [
    `node-${system}/include`,
    `node-${system}/share`,
  ]),
  'fxa-common-password-list/source_data',
];
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

for (const folder of folders)
  attempt(() => fs.rmSync(path.join(modules, folder), { recursive: true, force: true }));
attempt(() => removeUnread(modules));
