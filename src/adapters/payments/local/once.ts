import { refusal, type Done } from './answers.ts';
import type { Place } from './place.ts';
import type { Called } from './operations.ts';

/** Two calls under one request id at once: the second waits for the first and hears its answer, or is refused, as the account is switched. */
export async function once(
  { busy, account }: Place,
  { operation, id, requestId }: Called,
  answer: (done: Done) => Promise<void>,
  work: () => Promise<void>,
): Promise<void> {
  if (requestId === '') return work();
  const key = `${operation} ${id} ${requestId}`;
  const other = busy.get(key);
  if (other && account.duplicates === 'conflict')
    return answer(
      operation === 'refund'
        ? refusal('refund', 'PREVIOUS_REQUEST_IN_PROGRESS')
        : refusal('capture', 'ORDER_COMPLETION_IN_PROGRESS'),
    );
  await other;
  const mine = work();
  busy.set(
    key,
    mine.catch(() => {}),
  );
  try {
    await mine;
  } finally {
    busy.delete(key);
  }
}
