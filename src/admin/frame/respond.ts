import { data, redirect, type RouterContextProvider } from 'react-router';
import type { Outcome } from '#core/kernel/outcome.model.ts';
import { refusalInit } from '#site/refusal-response.ts';
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

/** What a read answered; a refusal is thrown as the page's answer, with its status. */
export function unwrap<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  throw data(outcome.message, refusalInit(outcome));
}
