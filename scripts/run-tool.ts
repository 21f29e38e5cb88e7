/**
 * `node scripts/run-tool.ts checks oxlint --quiet`: runs a program of tools/checks, which is
 * installed when it is first used; without a program's name it is installed only.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { findPrograms, installTool, isTool } from './support/install-tool.ts';

const [tool = '', program, ...args] = process.argv.slice(2);
if (!isTool(tool)) throw new Error(`There is no tools/${tool}.`);
try {
  installTool(tool);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
if (program !== undefined) {
  const isWindows = process.platform === 'win32';
  const programs = findPrograms(tool);
  const { status } = spawnSync(path.join(programs, isWindows ? `${program}.cmd` : program), args, {
    stdio: 'inherit',
    shell: isWindows,
    // Programs find one another there, such as oxlint the one that knows types.
    env: { ...process.env, PATH: [programs, process.env['PATH']].join(path.delimiter) },
  });
  process.exitCode = status ?? 1;
}
