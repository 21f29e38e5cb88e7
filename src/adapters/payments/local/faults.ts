import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

type Done = { readonly status: number; readonly body: object };

/**
 * Faults by operation, each used once in the order given: "reset" (nothing done, line cut), "lose-answer" (done, line
 * cut), "500", "429", "html-502", "truncated", "slow-<ms>".
 */
export class Faults {
  #planned: Record<string, string[]> = {};

  set(planned: Record<string, string[]>): object {
    this.#planned = planned;
    return { planned };
  }

  /** True once where the next capture is to stay PENDING at the provider. */
  takes(outcome: 'pending'): boolean {
    const at = this.#planned['capture-outcome']?.indexOf(outcome) ?? -1;
    if (at === -1) return false;
    this.#planned['capture-outcome']?.splice(at, 1);
    return true;
  }

  /** Performs the operation under the next planned fault, or without one. */
  async around(operation: string, res: ServerResponse, perform: () => Done, answer: (done: Done) => void): Promise<void> {
    const fault = this.#planned[operation]?.shift();
    if (fault === undefined) return answer(perform());
    if (fault.startsWith('slow-')) {
      await sleep(Number(fault.slice(5)));
      return answer(perform());
    }
    if (fault === '500' || fault === '429') return answer({ status: Number(fault), body: { name: 'INTERNAL_SERVER_ERROR', message: 'planned' } });
    if (fault === 'html-502') return void res.writeHead(502, { 'content-type': 'text/html' }).end('<html><body>Bad Gateway</body></html>');
    if (fault === 'lose-answer' || fault === 'truncated') {
      const done = perform();
      if (fault === 'truncated') return void res.writeHead(done.status, { 'content-type': 'application/json' }).end(JSON.stringify(done.body).slice(0, 40));
    }
    res.socket?.destroy();
  }
}
