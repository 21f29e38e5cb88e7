import { data, redirect, type RouterContextProvider } from 'react-router';
import type { Outcome } from '#core/kernel/outcome.model.ts';
import { refusalStatus } from '#src/refusal-status.ts';
import { staffContext } from '#admin/context.ts';

/**
 * The end of an action that succeeded: 303 to `path`, which shows `message` once. To be thrown or
 * returned. For a refusal use `respondRejected` of site/refusal-response.ts.
 */
export function redirectWithMessage(
  context: Readonly<RouterContextProvider>,
  path: string,
  message: string,
): Response {
  context.get(staffContext).setFlash(message);
  return redirect(path, 303);
}

/**
 * The value of what a loader asked for. Throws a refusal as its status, which the frame answers in
 * the page's place.
 */
export function requireValue<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  throw data(null, { status: refusalStatus[outcome.code] });
}
