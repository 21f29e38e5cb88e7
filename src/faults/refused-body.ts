import { fail, type Refusal } from '#core/kernel/outcome.model.ts';

/** A body is longer than its limit, and was not read to its end. */
export class BodyTooLargeError extends Error {
  readonly maxBytes: number;

  constructor(maxBytes: number) {
    super(`more than ${maxBytes} bytes`);
    this.maxBytes = maxBytes;
  }
}

/** A body came too slowly, or its connection was lost. */
export class BodyStalledError extends Error {}

/**
 * The one place that says what a body's error is to its sender: `too-large`, `timed-out`. undefined
 * for every other error, which is a fault of ours.
 */
export function refuseBody(error: unknown): Refusal | undefined {
  if (error instanceof BodyTooLargeError)
    return fail('too-large', `The body is larger than ${nameSize(error.maxBytes)}.`);
  if (error instanceof BodyStalledError)
    return fail('timed-out', 'The body did not arrive completely. Please send it again.');
  return undefined;
}

const nameSize = (bytes: number): string =>
  bytes < 2 ** 20 ? `${bytes / 2 ** 10} KB` : `${bytes / 2 ** 20} MB`;
