import type { Route } from './+types/newsletter.ts';
import { PageHead } from '#site/layout/page-head.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { texts } from '#site/texts.ts';
import { Alert } from '#ui/alert.tsx';
import { handleLeadFormPost } from './lead-form-action.ts';
import { NewsletterIsland } from './newsletter-island.tsx';

export const action = ({ request, context }: Route.ActionArgs) =>
  handleLeadFormPost('newsletter', request, context);

/** Where the footer's form leads without script, with what was typed. */
export default function NewsletterPage({ actionData }: Route.ComponentProps) {
  return (
    <div className="wrap grid min-h-[40vh] content-center gap-5 py-16">
      <PageHead
        title="Newsletter"
        siteName={useSite().siteName}
        description="New reports and corrections, about once a month."
        noIndex
      />
      <h1 className="text-[27px] lg:text-[36px]">Newsletter</h1>
      {actionData && <Alert>{actionData.errors['email']?.[0] ?? actionData.message}</Alert>}
      {actionData?.errors['turnstile_token'] && <p>{texts.captchaHelp}</p>}
      <p>New reports and corrections, about once a month. We email you a link to confirm.</p>
      <div className="max-w-[520px]">
        <NewsletterIsland
          id="newsletter-page"
          email={actionData?.values['email'] ?? ''}
          isRefused={actionData?.errors['email'] !== undefined}
        />
      </div>
    </div>
  );
}
