import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';

/** Temporary files of this process; those that a killed one has left are removed. */
export class WorkFolder {
  readonly #parent: string;
  #isReady = false;

  constructor(parent: string) {
    this.#parent = parent;
  }

  /** The folder of this process, made on first use: a program that checks no files leaves none. */
  get path(): string {
    const folder = path.join(this.#parent, String(process.pid));
    if (!this.#isReady) this.#prepare(folder);
    return folder;
  }

  /** A new folder that is gone when the work has ended or failed. */
  async use<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
    const folder = await this.create();
    try {
      return await work(folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  create(): Promise<string> {
    return mkdtemp(path.join(this.path, 'task-'));
  }

  #prepare(folder: string): void {
    mkdirSync(this.#parent, { recursive: true, mode: 0o700 });
    // Others are not ours.
    const ours = readdirSync(this.#parent).filter((name) => /^\d+$/.test(name));
    for (const name of ours)
      if (name === String(process.pid) || !isRunning(Number(name)))
        rmSync(path.join(this.#parent, name), { recursive: true, force: true });
    mkdirSync(folder, { mode: 0o700 });
    this.#isReady = true;
  }
}

function isRunning(processId: number): boolean {
  if (!Number.isInteger(processId) || processId <= 0) return false;
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    // EPERM: it runs under another account.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
