import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from 'hono';
import type { SubmittedForm } from '#core/kernel/submitted-form.model.ts';
import type { StaffActor } from '#core/staff/model.ts';
import { keptPlaceField } from '#admin/frame/kept-fields.ts';
import { readKeptKey } from '#admin/frame/read-kept-key.ts';
import { isFlashCookie } from '../flash-cookie.ts';
import { sendRefusalPage } from '../http/refusal-page.ts';
import type { ServerOptions } from '../options.ts';
import { createAdminHeaders } from './admin-headers.ts';

/** How long a form that is sent again waits for the answer of the first one, ms. */
const longestWaitMs = 20_000;
const lookMs = 250;

/** Where a form that was done led to, with the message that it left. */
type Done = { readonly location: string; readonly flash: readonly string[] };

/**
 * Answers a form of staff that was done before as the first time, without any page's code; while
 * that is under way it is waited for. Forms that were refused are new each time they come.
 */
export async function answerFormOnce(
  c: Context,
  options: ServerOptions,
  { staff, form }: { readonly staff: StaffActor | undefined; readonly form: SubmittedForm },
  answer: () => Promise<Response | void>,
): Promise<Response | void> {
  if (!staff || form.key === undefined) return answer();
  const { staffId } = staff;
  const { pathname, search } = new URL(c.req.url);
  const request = { owner: `staff ${staffId}`, key: `${pathname}${search} ${form.key}` };
  for (let waitedMs = 0; waitedMs <= longestWaitMs; waitedMs += lookMs) {
    const answered = await options.app.answerOnce.answer(request, async () => {
      const response = await answer();
      const kept = describeDone(response ?? c.res);
      const place = form.fields[keptPlaceField];
      // Saved at the page of the form: what was typed there is kept no longer.
      if (kept !== undefined && place === pathname)
        await options.app.typedText.end({ staffId, place, formKey: readKeptKey(form) });
      return { answer: response, kept };
    });
    if (answered.kind === 'answered') return answered.answer;
    if (answered.kind === 'repeated') return redirectAgain(answered.kept, options);
    await sleep(lookMs);
  }
  return sendRefusalPage(c, {
    message: 'This form came before, and is still being worked on. It is done once.',
    status: 409,
    headers: { 'retry-after': '30' },
  });
}

/** undefined for an answer after which the form may be sent again. */
function describeDone({ status, headers }: Response): string | undefined {
  const location = headers.get('location');
  if (status !== 303 || location === null) return undefined;
  const done: Done = { location, flash: headers.getSetCookie().filter(isFlashCookie) };
  return JSON.stringify(done);
}

function redirectAgain(kept: string, options: ServerOptions): Response {
  const { location, flash } = JSON.parse(kept) as Done;
  const headers = new Headers({ ...createAdminHeaders(options), location });
  for (const line of flash) headers.append('set-cookie', line);
  return new Response(null, { status: 303, headers });
}
