import { redirect, type RouterContextProvider } from 'react-router';
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
