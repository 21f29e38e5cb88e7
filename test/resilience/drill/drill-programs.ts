import path from 'node:path';
import { findFreePorts } from '../../support/free-ports.ts';
import { startServerProcess, type ServerProcess } from '../../support/server-process.ts';

/** A request without an answer after this long has failed. */
const requestTimeoutMs = 30_000;

/** The programs of one store, each with a data folder and ports of its own. */
export class DrillPrograms {
  /** In the order of their numbers; those that have been killed, too. */
  readonly running: ServerProcess[] = [];
  readonly #folder: string;
  readonly #envs: Record<string, string>[] = [];
  readonly #closing = new AbortController();
  #starting: Promise<unknown> = Promise.resolve();
  #requestCount = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Starts so many programs under the address of the first one, which is answered. */
  async startFirst(count: number, env: Readonly<Record<string, string>>): Promise<string> {
    const firstPort = await findFreePorts();
    const origin = `http://localhost:${firstPort}`;
    for (let number = 0; number < count; number++) {
      const PORT = String(number === 0 ? firstPort : await findFreePorts());
      const DATA_DIR = path.join(this.#folder, `program-${number + 1}`);
      const FILES_DIR = path.join(this.#folder, 'files');
      this.#envs.push({ ...env, ORIGIN: origin, PORT, DATA_DIR, FILES_DIR });
      await this.start(number);
    }
    return origin;
  }

  /** The program is open afterwards, on the ports and the data folder that it has always had. */
  async start(number: number): Promise<void> {
    const starting = startServerProcess(this.#envs[number], {
      signal: this.#closing.signal,
    });
    this.#starting = starting.catch(() => {});
    this.running[number] = await starting;
  }

  /** Kills what runs and what is being started; nothing can be started afterwards. */
  async killAll(): Promise<void> {
    this.#closing.abort();
    await this.#starting;
    for (const program of this.running) if (program.isRunning()) await program.kill();
  }

  /** Asks the programs that run in turn, as a load balancer does. */
  readonly request = (target: string, init: RequestInit = {}): Promise<Response> => {
    const alive = this.running.filter((program) => program.isRunning());
    const chosen = alive[this.#requestCount++ % alive.length];
    if (!chosen) return Promise.reject(new Error('no program is running'));
    const signal = AbortSignal.timeout(requestTimeoutMs);
    return chosen.request(target, { signal, ...init });
  };
}
