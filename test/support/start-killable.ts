import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable } from 'node:stream';
import { findTestProgram } from './find-test-program.ts';

/** A process of which the standard output is read; what it says otherwise is ours. */
export type Killable = ChildProcessByStdio<null, Readable, null>;

/**
 * Starts test/resilience/<name>.ts with its run as an argument, in a process of its own: the built
 * one, since a test that kills one at each step starts dozens.
 */
export const startKillable = (name: `killable-${string}`, run: object): Killable =>
  spawn(process.execPath, [String(findTestProgram(name)), JSON.stringify(run)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
