import { data, redirect, type RouterContextProvider } from 'react-router';
import { paths } from '#src/paths.ts';
import { shopContext, visitContext } from '#site/context.ts';
import type { Sent } from './form-block.tsx';
import { sendForm, textFields, type FormKind } from './send.ts';

/** A form posted without script: to /thank-you when it went well, else back to its page with a sentence at each field and all that was typed. */
export async function postForm(
  kind: FormKind,
  request: Request,
  context: Readonly<RouterContextProvider>,
) {
  const form = await request.formData();
  const page = new URL(request.url).pathname;
  const answer = await sendForm(context.get(shopContext).leads, kind, form, {
    address: context.get(visitContext).address,
    page,
  });
  if (answer.ok) throw redirect(paths.thankYou(kind === 'newsletter' ? undefined : page), 303);
  const sent: Sent = {
    message: answer.message,
    errors: answer.errors ?? {},
    values: textFields(form),
  };
  return data(sent, {
    status: answer.status,
    ...(answer.retryAfter ? { headers: { 'retry-after': String(answer.retryAfter) } } : {}),
  });
}
