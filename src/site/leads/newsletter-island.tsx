import { NewsletterForm } from '#site/islands/components/newsletter-form.tsx';
import { Island } from '#site/islands/runtime/island.tsx';
import { useCaptcha } from '#site/layout/use-site.ts';

/** The newsletter's form: in the footer, and where it leads without script. */
export function NewsletterIsland(form: {
  readonly id?: string;
  readonly email?: string;
  /** True if the address that was typed was refused. */
  readonly isRefused?: boolean;
}) {
  const props = { ...form, captcha: useCaptcha() };
  return (
    <Island name="newsletter-form" when="intent" props={props}>
      <NewsletterForm {...props} />
    </Island>
  );
}
