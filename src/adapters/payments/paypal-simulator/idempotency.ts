import { issueResponse, type SimulatorResponse } from './responses.ts';
import type { SimulatorContext } from './context.ts';
import type { OperationCall } from './operations.ts';

/** Two calls under one request id at once: the second waits for the first and hears its answer, or is refused, as the account is switched. */
export async function runOncePerRequestId(
  { inFlight, account }: SimulatorContext,
  { operation, id, requestId }: OperationCall,
  respond: (done: SimulatorResponse) => Promise<void>,
  work: () => Promise<void>,
): Promise<void> {
  if (requestId === '') return work();
  const key = `${operation} ${id} ${requestId}`;
  const earlier = inFlight.get(key);
  if (earlier && account.duplicates === 'conflict')
    return respond(
      operation === 'refund'
        ? issueResponse('refund', 'PREVIOUS_REQUEST_IN_PROGRESS')
        : issueResponse('capture', 'ORDER_COMPLETION_IN_PROGRESS'),
    );
  await earlier;
  const running = work();
  inFlight.set(
    key,
    running.catch(() => {}),
  );
  try {
    await running;
  } finally {
    inFlight.delete(key);
  }
}
