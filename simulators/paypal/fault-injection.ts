import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorResponse, findIssueResponse, type SimulatorResponse } from './responses.ts';

/**
 * Every fault by name; `<ms>` is a number. "ok" lets one call pass, so that a later one meets the
 * fault.
 * - "reset" cuts the connection and "hang" never answers: both before anything is done.
 * - "lose-answer" does it and cuts the connection; "later" cuts it and does it so much later.
 * - "slow" does it so much later and answers; "drip" does it and answers a byte a second.
 * - "truncated", "wrong-type" and "html-502" answer nonsense; "issue" refuses with PayPal's issue,
 *   one that PayPal does not document with 422.
 */
const faultKinds = [
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

/** The call that a fault is planned for. */
type FaultTarget = { readonly operation: string; readonly id: string };

/** One call: how it is done, and how it is answered. */
type FaultyCall = {
  readonly res: ServerResponse;
  readonly perform: () => SimulatorResponse;
  readonly respond: (response: SimulatorResponse) => Promise<void>;
};

/** How a payment or a refund ends. */
type Outcome = { readonly status: string; readonly reason: string | undefined };

/** Faults by operation, or by operation and id ("capture 5O19…"), each used once, in order. */
export class FaultPlan {
  #planned: Record<string, string[]> = {};

  setPlan(planned: Record<string, string[]>): object {
    this.#planned = planned;
    return { planned, kinds: faultKinds };
  }

  /**
   * How the next capture ends: COMPLETED unless planned otherwise under "capture-outcome", with a
   * reason after a colon ("pending:ECHECK").
   */
  nextCaptureOutcome(): Outcome {
    const { status, reason } = this.#nextOutcome('capture-outcome');
    return { status, reason: reason ?? (status === 'PENDING' ? 'PENDING_REVIEW' : undefined) };
  }

  /** The same for the next refund, under "refund-outcome". */
  nextRefundOutcome(): Outcome {
    return this.#nextOutcome('refund-outcome');
  }

  #nextOutcome(name: string): Outcome {
    const planned = this.#planned[name]?.shift() ?? 'COMPLETED';
    const [status = '', reason] = planned.toUpperCase().split(':');
    return { status, reason };
  }

  /** Performs and answers a call with the next planned fault, or without one. */
  async runWithFault(target: FaultTarget, call: FaultyCall): Promise<void> {
    const { operation, id } = target;
    const planned = this.#planned[`${operation} ${id}`] ?? this.#planned[operation];
    const fault = planned?.shift() ?? 'ok';
    const [, kind = fault, argument = ''] = /^(later|slow|issue)[-:](\w+)$/.exec(fault) ?? [];
    if (kind === 'issue')
      return call.respond(
        findIssueResponse(operation, argument) ?? errorResponse(422, [{ issue: argument }]),
      );
    return runFault(kind, argument, call);
  }
}

async function runFault(kind: string, argument: string, call: FaultyCall): Promise<void> {
  const { res, perform, respond } = call;
  switch (kind) {
    case 'ok':
      return respond(perform());
    case 'hang':
      return;
    case 'slow':
      await sleep(Number(argument));
      return respond(perform());
    case 'html-502':
      res.writeHead(502, { 'content-type': 'text/html' });
      res.end('<html><body>Bad Gateway</body></html>');
      return;
    case 'truncated':
    case 'wrong-type':
    case 'drip':
      return sendCorrupted(kind, perform(), res);
    case 'lose-answer':
      perform();
      break;
    case 'later':
      setTimeout(() => performLate(perform), Number(argument)).unref();
      break;
  }
  if (/^\d+$/.test(kind)) {
    if (kind === '429') res.setHeader('retry-after', '2');
    return respond(errorResponse(Number(kind)));
  }
  res.socket?.destroy();
}

/** Nobody waits for the answer any more, so that nobody can be told of a fault either. */
function performLate(perform: () => SimulatorResponse): void {
  try {
    perform();
  } catch {
    return;
  }
}

function sendCorrupted(
  kind: 'truncated' | 'wrong-type' | 'drip',
  { status, body }: SimulatorResponse,
  res: ServerResponse,
): void {
  const text = JSON.stringify(body);
  const isHtml = kind === 'wrong-type';
  res.writeHead(status, { 'content-type': isHtml ? 'text/html' : 'application/json' });
  if (isHtml) res.end(`<pre>${text}</pre>`);
  else if (kind === 'truncated') res.end(text.slice(0, 40));
  else drip(text, res);
}

/** A character a second. */
function drip(text: string, res: ServerResponse): void {
  let sentCount = 0;
  const dripping = setInterval(() => {
    if (sentCount < text.length) res.write(text[sentCount++]);
    else res.end();
  }, 1000).unref();
  res.once('close', () => clearInterval(dripping));
}
