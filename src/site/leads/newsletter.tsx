import type { Route } from './+types/newsletter.ts';
import { Island } from '#site/islands/island.tsx';
import { Newsletter } from '#site/islands/newsletter.tsx';
import { Head } from '#site/layout/head.tsx';
import { useChallenge, useSite } from '#site/layout/use-site.ts';
import { Alert } from '#ui/alert.tsx';
import { postForm } from './post.ts';

export const action = ({ request, context }: Route.ActionArgs) =>
  postForm('newsletter', request, context);

/** Where the footer's form leads without script. The footer below holds the form. */
export default function NewsletterPage({ actionData }: Route.ComponentProps) {
  return (
    <div className="wrap grid min-h-[40vh] content-center gap-5 py-16">
      <Head
        title="Newsletter"
        siteName={useSite().siteName}
        description="New reports and corrections, about once a month."
        hidden
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
export function NewsletterBlock() {
  const challenge = useChallenge();
  return (
    <Island name="newsletter" when="intent" props={{ challenge }}>
      <Newsletter challenge={challenge} />
    </Island>
  );
}
