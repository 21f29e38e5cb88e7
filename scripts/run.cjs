/**
 * `npm start`, `npm run serve`, `npm test` and `npm run doctor`: checks the machine, and hands over
 * to the program of that name on the Node that can run it. Before any other command, `run.cjs
 * tools` (or `packages`, for those of a store without tools to build) says what is not installed.
 * Plain JavaScript, as preflight.cjs is.
 */
'use strict';
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Until the program listens itself, nothing was begun. */
for (const signal of signals)
  process.on(signal, () => process.listenerCount(signal) > 1 || process.exit(0));

const { spawn } = require('child_process');
const path = require('path');
const { pathToFileURL } = require('url');
const { checkMachine, findRuntime } = require('./preflight.cjs');

const [command, ...args] = process.argv.slice(2);
const root = path.resolve(__dirname, '..');

void main();

async function main() {
  const checks = await checkMachine({ command, root, env: process.env });
  const refusals = checks.flatMap(({ refusal }) => refusal || []);
  if (command === 'doctor')
    for (const { name, fact, refusal } of checks)
      console.log(`${refusal ? 'missing' : 'ok'.padEnd(7)}  ${name}: ${refusal || fact}`);
  else for (const refusal of refusals) console.error(refusal);
  if (refusals.length > 0) process.exit(1);
  if (command === 'tools' || command === 'packages') return;
  handOver(findRuntime(root));
}

function handOver(runtime) {
  const built = path.join(root, 'dist', 'serve.js');
  const script = command === 'serve' ? built : path.join(__dirname, `${command}.ts`);
  if (runtime === process.execPath) {
    process.argv = [runtime, script, ...args];
    void import(pathToFileURL(script).href);
    return;
  }
  const program = spawn(runtime, [script, ...args], { stdio: 'inherit' });
  // A terminal sends Ctrl+C to both of us: the program decides how it ends.
  for (const signal of signals) process.on(signal, () => program.kill(signal));
  program.once('exit', (code) => process.exit(code === null ? 1 : code));
}
