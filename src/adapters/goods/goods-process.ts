import { fork, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { Socket } from 'node:net';
import { fail, ok, type Outcome } from '#core/kernel/outcome.model.ts';
import { goodsRefusals } from './refusals.ts';
import type { GoodsRequest, GoodsResponse, GoodsTasks } from './tasks.ts';
import type { WorkFolder } from '../work-folder.ts';

const ownProgram = createRequire(import.meta.url).resolve('#adapters/goods/goods-process-main.ts');

export type ProcessLimits = {
  /** The only folder that the process may write to. */
  readonly folder: WorkFolder;
  readonly memoryBytes: number;
  /** The longest that one task may take. */
  readonly timeoutMs: number;
  /** The built goods-process-main.ts, if it is not the one beside this file. */
  readonly program?: string | undefined;
};

type PendingTask = {
  readonly settle: (outcome: Outcome<never>) => void;
  readonly reject: (error: Error) => void;
};

/**
 * A process for files of strangers: it has no settings and no network secrets of ours, writes to one
 * folder alone, and is killed if it takes more memory or time than it may.
 */
export class GoodsProcess {
  readonly #limits: ProcessLimits;
  readonly #pending = new Map<number, PendingTask>();
  #child: ChildProcess | undefined;
  #lastId = 0;
  #errorOutput = '';

  constructor(limits: ProcessLimits) {
    this.#limits = limits;
  }

  /** The task's result; `too-large` if its limits ended it, `unsupported-type` for a refusal. */
  run<Task extends keyof GoodsTasks>(
    task: Task,
    input: Parameters<GoodsTasks[Task]>[0],
  ): Promise<Outcome<Awaited<ReturnType<GoodsTasks[Task]>>>> {
    const child = (this.#child ??= this.#start());
    const id = ++this.#lastId;
    child.ref();
    child.channel?.ref();
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#end(goodsRefusals.tooSlow), this.#limits.timeoutMs);
      this.#pending.set(id, {
        settle: (outcome) => {
          clearTimeout(timer);
          resolve(outcome);
        },
        reject: (error) => {
          clearTimeout(timer);
          reject(error);
        },
      });
      child.send({ id, task, input } satisfies GoodsRequest);
    });
  }

  /** Nothing runs afterwards; what was under way is refused. */
  end(): void {
    this.#end(goodsRefusals.tooSlow);
  }

  #start(): ChildProcess {
    const { folder, memoryBytes, program = ownProgram } = this.#limits;
    const heapMb = Math.floor(memoryBytes / 2 ** 20 / 2);
    const child = fork(program, [String(memoryBytes)], {
      env: {},
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      execArgv: [
        `--max-old-space-size=${heapMb}`,
        '--permission',
        '--allow-worker',
        '--allow-fs-read=*',
        `--allow-fs-write=${folder.path}/*`,
      ],
    });
    // A pipe that waits for output would keep an idle program alive.
    if (child.stderr instanceof Socket) child.stderr.unref();
    child.stderr?.on('data', (part: Buffer) => {
      this.#errorOutput = (this.#errorOutput + part.toString()).slice(-4000);
    });
    child.on('message', (response: GoodsResponse) => this.#settle(child, response));
    child.on('error', (error) => this.#rejectAll(child, error));
    child.on('exit', (code, signal) => this.#handleExit(child, code, signal));
    return child;
  }

  #settle(child: ChildProcess, { id, result, refusal, error }: GoodsResponse): void {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    if (error !== undefined) pending?.reject(new Error(`A file could not be read: ${error}`));
    else if (refusal === undefined) pending?.settle(ok(result as never));
    else pending?.settle(fail('unsupported-type', refusal));
    if (this.#pending.size > 0) return;
    // An idle process keeps no program alive.
    child.unref();
    child.channel?.unref();
  }

  /** Killed from inside (SIGKILL) or by V8 (SIGABRT, 134): it took more memory than it may. */
  #handleExit(child: ChildProcess, code: number | null, signal: string | null): void {
    if (this.#child !== child) return;
    const ranOutOfMemory = signal === 'SIGKILL' || signal === 'SIGABRT' || code === 134;
    if (ranOutOfMemory) this.#end(goodsRefusals.unpacksTooLarge);
    else
      this.#rejectAll(
        child,
        new Error(`The process for goods ended with ${code ?? signal}: ${this.#errorOutput}`),
      );
  }

  #end(message: string): void {
    const child = this.#child;
    this.#child = undefined;
    child?.kill('SIGKILL');
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const { settle } of pending) settle(fail('too-large', message));
  }

  #rejectAll(child: ChildProcess, error: Error): void {
    if (this.#child !== child) return;
    this.#child = undefined;
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject } of pending) reject(error);
  }
}
