import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  errorResponse,
  issueResponse,
  type SimulatorResponse,
  type IssueOperation,
} from './responses.ts';

/** Every fault by name; `<ms>` stands for a number. "ok" lets one call pass, so that the n-th meets the fault. */
export const faultKinds = [
  'ok',
  'reset',
  'hang',
  'lose-answer',
  'later-<ms>',
  'slow-<ms>',
  'truncated',
  'html-502',
  'wrong-type',
  'drip',
  '429',
  '500',
  '502',
  '503',
  'issue:<ISSUE>',
] as const;

const issueOperationOf = (operation: string): IssueOperation =>
  operation === 'create' ||
  operation === 'patch' ||
  operation === 'capture' ||
  operation === 'refund'
    ? operation
    : 'get';

/** Faults by operation, or by operation and order ("capture 5O19…"), each used once in the order given. */
export class FaultPlan {
  #planned: Record<string, string[]> = {};

  setPlan(planned: Record<string, string[]>): object {
    this.#planned = planned;
    return { planned, kinds: faultKinds };
  }

  /** What the next capture of the plan ends as: PENDING, DECLINED, … ; COMPLETED without a plan. */
  nextCaptureStatus(): string {
    return (this.#planned['capture-outcome']?.shift() ?? 'COMPLETED').toUpperCase();
  }

  /**
   * Performs the operation under the next planned fault, or without one: "reset" and "hang" come before it is done (line cut, or silent), "lose-answer"
   * after; "later" cuts the line and does it so many ms later; "drip" answers a byte a second; "issue" refuses with one of PayPal's.
   */
  async runWithFault(
    operation: string,
    targetId: string,
    res: ServerResponse,
    perform: () => SimulatorResponse,
    answer: (done: SimulatorResponse) => Promise<void> | void,
  ): Promise<void> {
    const fault =
      (this.#planned[`${operation} ${targetId}`] ?? this.#planned[operation])?.shift() ?? 'ok';
    const [, kind = fault, argument = ''] = /^(later|slow|issue)[-:](\w+)$/.exec(fault) ?? [];
    if (kind === 'ok') return answer(perform());
    if (kind === 'hang') return;
    if (kind === 'issue') return answer(issueResponse(issueOperationOf(operation), argument));
    if (kind === 'slow') {
      await sleep(Number(argument));
      return answer(perform());
    }
    if (/^\d+$/.test(kind)) {
      if (kind === '429') res.setHeader('retry-after', '2');
      return answer(errorResponse(Number(kind)));
    }
    if (kind === 'html-502')
      return void res
        .writeHead(502, { 'content-type': 'text/html' })
        .end('<html><body>Bad Gateway</body></html>');
    if (kind === 'lose-answer') perform();
    if (kind === 'later') setTimeout(perform, Number(argument)).unref();
    if (kind === 'truncated' || kind === 'wrong-type' || kind === 'drip')
      return sendCorrupted(kind, perform(), res);
    res.socket?.destroy();
  }
}

function sendCorrupted(
  kind: 'truncated' | 'wrong-type' | 'drip',
  { status, body }: SimulatorResponse,
  res: ServerResponse,
): void {
  const text = JSON.stringify(body);
  if (kind === 'truncated')
    return void res
      .writeHead(status, { 'content-type': 'application/json' })
      .end(text.slice(0, 40));
  if (kind === 'wrong-type')
    return void res.writeHead(status, { 'content-type': 'text/html' }).end(`<pre>${text}</pre>`);
  res.writeHead(status, { 'content-type': 'application/json' });
  let at = 0;
  const dripping = setInterval(
    () => (at < text.length ? res.write(text[at++]) : res.end()),
    1000,
  ).unref();
  res.once('close', () => clearInterval(dripping));
}
