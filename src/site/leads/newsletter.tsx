import type { Route } from './+types/newsletter.ts';
import { Island } from '#site/islands/runtime/island.tsx';
import { NewsletterForm } from '#site/islands/components/newsletter-form.tsx';
import { PageHead } from '#site/layout/page-head.tsx';
import { useCaptcha, useSite } from '#site/layout/use-site.ts';
import { Alert } from '#ui/alert.tsx';
import { handleLeadFormPost } from './lead-form-action.ts';

export const action = ({ request, context }: Route.ActionArgs) =>
  handleLeadFormPost('newsletter', request, context);

/** Where the footer's form leads without script. The footer below holds the form. */
export default function NewsletterPage({ actionData }: Route.ComponentProps) {
  return (
    <div className="wrap grid min-h-[40vh] content-center gap-5 py-16">
      <PageHead
        title="Newsletter"
        siteName={useSite().siteName}
        description="New reports and corrections, about once a month."
        noIndex
      />
      <h1 className="text-[36px]">Newsletter</h1>
      {actionData && <Alert>{actionData.errors['email']?.[0] ?? actionData.message}</Alert>}
      <p>
        New reports and corrections, about once a month. The form stands at the foot of this page; a
        letter then asks you to confirm.
      </p>
    </div>
  );
}

/** The footer's form. */
export function NewsletterIsland() {
  const captcha = useCaptcha();
  return (
    <Island name="newsletter" when="intent" props={{ captcha }}>
      <NewsletterForm captcha={captcha} />
    </Island>
  );
}
