import { redirect, type RouterContextProvider } from 'react-router';
import { appContext, visitContext } from '#site/context.ts';
import { respondRejected } from '#site/refusal-response.ts';
import { toKnownPage } from './known-page.ts';
import { findOwnEmail } from './own-email.ts';
import { submitLeadForm, type LeadFormKind } from './submit-lead-form.ts';
import { toThankYouPath } from './thank-you-path.ts';

/**
 * Handles a form that was posted without script: a success redirects to /thank-you, a refusal shows
 * the page again with the errors at their fields and everything that was typed.
 */
export async function handleLeadFormPost(
  kind: LeadFormKind,
  request: Request,
  context: Readonly<RouterContextProvider>,
) {
  const { form, clientIp, sessionSecret } = context.get(visitContext);
  const app = context.get(appContext);
  const pagePath = await toKnownPage(app, new URL(request.url).pathname);
  const submitted = await submitLeadForm(app.leads, kind, form, {
    clientIp,
    pagePath,
    ownEmail: await findOwnEmail(app, sessionSecret),
  });
  if (submitted.ok)
    throw redirect(
      toThankYouPath(kind === 'newsletter' ? undefined : pagePath, kind, submitted.value),
      303,
    );
  return respondRejected(submitted, form.fields);
}
