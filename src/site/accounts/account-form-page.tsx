import type { ReactNode } from 'react';
import { AccountForm, type AccountFormProps } from '#site/islands/components/account-form.tsx';
import { Island } from '#site/islands/runtime/island.tsx';
import { PageHead } from '#site/layout/page-head.tsx';
import { useCaptcha, useSite } from '#site/layout/use-site.ts';

type Props = {
  readonly form: Omit<AccountFormProps, 'captcha'>;
  readonly title: string;
  readonly description: string;
  readonly canonical: string;
  readonly keywords?: string | undefined;
  readonly children: ReactNode;
};

/**
 * Login, signup or a forgotten password: the form, and links to the other pages. The login page is
 * shown without a session alone, so only it clears the browser's flag of being logged in.
 */
export function AccountFormPage({
  form,
  title,
  description,
  canonical,
  keywords,
  children,
}: Props) {
  const props = { ...form, captcha: useCaptcha() };
  const needsCaptcha = form.answer?.ok === false && form.answer.errors['turnstile_token'];
  return (
    <div
      className="wrap grid max-w-[560px]! content-start gap-5 py-14"
      data-member={form.kind === 'login' ? 'out' : undefined}
    >
      <PageHead
        title={title}
        siteName={useSite().siteName}
        description={description}
        canonical={canonical}
        keywords={keywords}
      />
      <h1 className="text-[36px]">{title}</h1>
      <Island name="accountForm" when={needsCaptcha ? 'view' : 'intent'} props={props}>
        <AccountForm {...props} />
      </Island>
      {children}
    </div>
  );
}
