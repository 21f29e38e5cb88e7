import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockDataFolder } from './lock-data-folder.ts';

let folder: string;
let lockFile: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'reportstand-lock-'));
  lockFile = path.join(folder, 'running');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a lock of a killed program whose process id another program has now is ignored', () => {
  // Our parent is a living Node process, which started at another time.
  writeFileSync(lockFile, `${process.ppid}\n1`);
  const unlock = lockDataFolder(folder);
  expect(readFileSync(lockFile, 'utf8').split('\n')[0]).toBe(String(process.pid));
  unlock();
});

test('a lock of a living program is respected, also one that an older version wrote', () => {
  writeFileSync(lockFile, String(process.ppid));
  expect(() => lockDataFolder(folder)).toThrow(`Another Reportstand (process ${process.ppid})`);
});

test('a program that ends because its supervisor was killed is waited for', () => {
  const ending = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 1000)']);
  const startTime = readFileSync(`/proc/${ending.pid}/stat`, 'utf8').split(' ')[21];
  // Its parent is another process than the one that was written down.
  writeFileSync(lockFile, `${ending.pid}\n${startTime}\n${process.ppid}`);
  const unlock = lockDataFolder(folder);
  expect(readFileSync(lockFile, 'utf8').split('\n')[0]).toBe(String(process.pid));
  unlock();
});
