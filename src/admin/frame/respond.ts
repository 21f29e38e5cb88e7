import { data, redirect, type RouterContextProvider } from 'react-router';
import type { Outcome } from '#core/kernel/outcome.model.ts';
import { refusalInit, respondRejected } from '#site/refusal-response.ts';
import { staffContext } from '#admin/context.ts';

/**
 * The end of an action that succeeded: 303 to `path`, which shows `message` once. To be thrown or
 * returned. For an outcome use `finishForm`.
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
 * The end of a form's action: after a success 303 to `path`, which shows `message` once; after a
 * refusal the same page with what was typed, the errors and the refusal's status.
 */
export function finishForm(
  context: Readonly<RouterContextProvider>,
  done: Outcome<unknown>,
  next: { readonly path: string; readonly message: string; readonly intent?: string },
) {
  const { path, message, intent } = next;
  if (done.ok) return redirectWithMessage(context, path, message);
  const { fields } = context.get(staffContext).form;
  return respondRejected(done, fields, intent === undefined ? {} : { intent });
}

/**
 * The end of an action that does what its form's `intent` names: as `finishForm`, with the sentence
 * that the outcome answers.
 */
export function finishIntent(
  context: Readonly<RouterContextProvider>,
  done: Outcome<string>,
  path: string,
) {
  if (done.ok) return redirectWithMessage(context, path, done.value);
  const { fields } = context.get(staffContext).form;
  return respondRejected(done, fields, { intent: fields['intent'] ?? '' });
}

/** Returns the value of a read; a refusal is thrown as the page's answer, with its status. */
export function unwrap<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  throw data(outcome.message, refusalInit(outcome));
}
