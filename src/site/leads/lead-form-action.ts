import { data, redirect, type RouterContextProvider } from 'react-router';
import { paths } from '#src/paths.ts';
import { appContext, visitContext } from '#site/context.ts';
import type { RejectedForm } from './lead-form-island.tsx';
import { submitLeadForm, readTextFields, type LeadFormKind } from './submit-lead-form.ts';
import { refusalInit } from '#site/refusal-response.ts';

/** A form posted without script: to /thank-you when it went well, else back to its page with a sentence at each field and all that was typed. */
export async function handleLeadFormPost(
  kind: LeadFormKind,
  request: Request,
  context: Readonly<RouterContextProvider>,
) {
  const form = await request.formData();
  const pagePath = new URL(request.url).pathname;
  const answer = await submitLeadForm(context.get(appContext).leads, kind, form, {
    clientIp: context.get(visitContext).clientIp,
    pagePath,
  });
  if (answer.ok) throw redirect(paths.thankYou(kind === 'newsletter' ? undefined : pagePath), 303);
  const sent: RejectedForm = {
    message: answer.message,
    errors: answer.errors ?? {},
    values: readTextFields(form),
  };
  return data(sent, refusalInit(answer));
}
