import { redirect, type RouterContextProvider } from 'react-router';
import { paths } from '#src/paths.ts';
import { appContext, visitContext } from '#site/context.ts';
import { respondRejected } from '#site/refusal-response.ts';
import { toKnownPage } from './known-page.ts';
import { submitLeadForm, type LeadFormKind } from './submit-lead-form.ts';

/**
 * Handles a form that was posted without script: a success redirects to /thank-you, a refusal shows
 * the page again with the errors at their fields and everything that was typed.
 */
export async function handleLeadFormPost(
  kind: LeadFormKind,
  request: Request,
  context: Readonly<RouterContextProvider>,
) {
  const { form, clientIp } = context.get(visitContext);
  const app = context.get(appContext);
  const pagePath = await toKnownPage(app, new URL(request.url).pathname);
  const submitted = await submitLeadForm(app.leads, kind, form, {
    clientIp,
    pagePath,
  });
  if (submitted.ok)
    throw redirect(paths.thankYou(kind === 'newsletter' ? undefined : pagePath), 303);
  return respondRejected(submitted, form.fields);
}
