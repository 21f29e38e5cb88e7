import { setTimeout as sleep } from 'node:timers/promises';

type WaitOptions = {
  /** Most that is waited, in ms. Five minutes by default: a busy machine takes its time. */
  readonly limitMs?: number;
  /** Pause between two checks, in ms; 50 by default. */
  readonly intervalMs?: number;
};

/**
 * Checks the condition again and again and answers its first value that is not undefined or false.
 * Rejects with the description where none came within the limit, or where the condition rejects.
 */
export async function waitUntil<T>(
  description: string,
  condition: () => T | Promise<T>,
  { limitMs = 300_000, intervalMs = 50 }: WaitOptions = {},
): Promise<Exclude<T, undefined | false>> {
  const deadline = performance.now() + limitMs;
  for (;;) {
    const value = await condition();
    if (value !== undefined && value !== false) return value as Exclude<T, undefined | false>;
    if (performance.now() > deadline)
      throw new Error(`waited ${limitMs / 1000} s in vain until ${description}`);
    await sleep(intervalMs);
  }
}
