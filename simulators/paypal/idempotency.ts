/** Repeated calls under one PayPal-Request-Id. */
import type { SimulatorContext } from './context.ts';
import { performOperation, type OperationCall } from './operations.ts';
import { issueResponse, type SimulatorResponse } from './responses.ts';

const callKey = ({ operation, id, requestId }: OperationCall): string =>
  `${operation} ${id} ${requestId}`;

/**
 * Runs `work` once at a time for a request id: a second call waits for the first, or is refused, by
 * the account's setting. A call without a request id runs at once.
 */
export async function runOncePerRequestId(
  { inFlight, account }: SimulatorContext,
  call: OperationCall,
  respond: (response: SimulatorResponse) => Promise<void>,
  work: () => Promise<void>,
): Promise<void> {
  if (call.requestId === '') return work();
  const key = callKey(call);
  const earlier = inFlight.get(key);
  if (earlier && account.duplicates === 'conflict')
    return respond(
      call.operation === 'refund'
        ? issueResponse('refund', 'PREVIOUS_REQUEST_IN_PROGRESS')
        : issueResponse('capture', 'ORDER_COMPLETION_IN_PROGRESS'),
    );
  await earlier;
  const running = work();
  const settled = running.catch(() => {});
  inFlight.set(key, settled);
  try {
    await running;
  } finally {
    inFlight.delete(key);
  }
}

/** PayPal keeps answers of refunds for 45 days, all others for six hours. */
const retentionMs = ({ operation }: OperationCall): number =>
  operation === 'refund' ? 45 * 86_400_000 : 6 * 3_600_000;

/**
 * Performs a call, or answers as its request id was answered before. What changed is on disk before
 * anybody is answered.
 */
export function performIdempotently(
  context: SimulatorContext,
  call: OperationCall,
): SimulatorResponse {
  const { ledger } = context;
  const key = callKey(call);
  const previous = call.requestId === '' ? undefined : ledger.replays.get(key);
  if (previous && ledger.now() - previous.at < retentionMs(call)) {
    const status = previous.status === 201 ? 200 : previous.status;
    if (call.operation !== 'create') return { status, body: previous.body };
    const { id } = previous.body as { id: string };
    return { status, body: performOperation(context, { ...call, operation: 'get', id }).body };
  }
  const response = performOperation(context, call);
  const { status, body, savedOrder, isReplayable } = response;
  if (savedOrder ?? isReplayable) {
    const isKept = isReplayable && call.requestId !== '';
    ledger.save(savedOrder, isKept ? [key, { status, body, at: ledger.now() }] : undefined);
  }
  return response;
}
