/**
 * A process beside the test run that starts PostgreSQL and outlives the run by a moment: when the
 * run ends, in whatever way, its end of our stdin closes; then every PostgreSQL under the run's
 * folder is ended and the folder is removed. The line "stop" ends PostgreSQL and keeps the folder.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { removeRunFolder } from './orphaned-runs.ts';

export type KeeperTask = {
  readonly runFolder: string;
  readonly program: string;
  readonly options: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly account: { readonly uid: number; readonly gid: number } | undefined;
};

const task = JSON.parse(process.argv[2] ?? '') as KeeperTask;
const server = spawn(task.program, task.options, {
  ...task.account,
  env: task.env,
  cwd: task.cwd,
  stdio: ['ignore', 'ignore', 'pipe'],
});
// Ctrl+C reaches the whole process group; the run decides when the database ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
let lastOutput = '';
server.stderr.on('data', (bytes: Buffer) => (lastOutput = bytes.toString()));
server.once('exit', (code) => {
  if (code === 1) console.error(lastOutput);
  process.stdout.write('stopped\n');
});

// A run that was killed listens no more.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

const lines = createInterface({ input: process.stdin });
lines.on('line', (line) => {
  if (line === 'stop') server.kill('SIGINT');
});
lines.once('close', () => {
  server.kill('SIGQUIT');
  void removeRunFolder(task.runFolder).then(() => process.exit(0));
});
