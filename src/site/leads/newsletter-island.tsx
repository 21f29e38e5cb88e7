import { NewsletterForm } from '#site/islands/components/newsletter-form.tsx';
import { Island } from '#site/islands/runtime/island.tsx';
import { useCaptcha } from '#site/layout/use-site.ts';

/** The footer's newsletter form. */
export function NewsletterIsland() {
  const captcha = useCaptcha();
  return (
    <Island name="newsletter" when="intent" props={{ captcha }}>
      <NewsletterForm captcha={captcha} />
    </Island>
  );
}
