import type { RouterContextProvider } from 'react-router';
import type { LongWorkView } from '#core/kernel/long-work.model.ts';
import { fail, type Outcome, type Refusal } from '#core/kernel/outcome.model.ts';
import { appContext } from '#site/context.ts';
import { respondRejected } from '#site/refusal-response.ts';
import { staffContext } from '#admin/context.ts';
import { redirectWithMessage } from '#admin/frame/respond.ts';
import { hrefOfWork } from './work-paths.ts';

/**
 * The end of an action that began long work. What has ended already is told if `toDonePath`
 * leads, or as a refusal of the form; anything else on its own page.
 */
export async function finishWork(
  context: Readonly<RouterContextProvider>,
  begun: Outcome<number>,
  toDonePath: (work: LongWorkView) => string,
) {
  const { actor, form } = context.get(staffContext);
  const { intent } = form.fields;
  const reject = (refusal: Refusal) =>
    respondRejected(refusal, form.fields, intent === undefined ? {} : { intent });
  if (!begun.ok) return reject(begun);
  const viewed = await context.get(appContext).longWork.view(actor, begun.value);
  if (!viewed.ok) return reject(viewed);
  const work = viewed.value;
  if (work.state === 'failed' && work.done === 0)
    return reject(fail('invalid', work.failure ?? ''));
  const isDone = work.state === 'done';
  const path = isDone ? toDonePath(work) : hrefOfWork(work.id);
  return redirectWithMessage(context, path, isDone ? (work.result.message ?? 'Done.') : work.title);
}
