import type { ReportedHookContext, Reporter, TestCase } from 'vitest/node';

const afterMs = 120_000;

type Running = { readonly name: string; readonly sinceMs: number; saidMs: number };

/** Says every two minutes which tests and hooks have been running for so long. */
export default class StandingTests implements Reporter {
  readonly #running = new Map<string, Running>();
  #timer: NodeJS.Timeout | undefined;

  onTestRunStart(): void {
    this.#timer = setInterval(() => this.#sayWhoStands(), 10_000);
  }

  onTestRunEnd(): void {
    clearInterval(this.#timer);
  }

  onTestCaseReady(test: TestCase): void {
    this.#begin(test.id, `${test.module.relativeModuleId} > ${test.fullName}`);
  }

  onTestCaseResult(test: TestCase): void {
    this.#running.delete(test.id);
  }

  onHookStart(hook: ReportedHookContext): void {
    const { entity } = hook;
    const file =
      entity.type === 'module' ? entity.relativeModuleId : entity.module.relativeModuleId;
    this.#begin(`${entity.id} ${hook.name}`, `${file} > ${hook.name}`);
  }

  onHookEnd(hook: ReportedHookContext): void {
    this.#running.delete(`${hook.entity.id} ${hook.name}`);
  }

  #begin(id: string, name: string): void {
    const now = performance.now();
    this.#running.set(id, { name, sinceMs: now, saidMs: now });
  }

  #sayWhoStands(): void {
    const now = performance.now();
    for (const running of this.#running.values()) {
      if (now - running.saidMs < afterMs) continue;
      running.saidMs = now;
      console.log(
        `still running after ${Math.round((now - running.sinceMs) / 1000)} s: ${running.name}`,
      );
    }
  }
}
