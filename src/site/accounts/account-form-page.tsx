import type { ReactNode } from 'react';
import { AccountForm, type AccountFormProps } from '#site/islands/components/account-form.tsx';
import { Island } from '#site/islands/runtime/island.tsx';
import { PageHead } from '#site/layout/page-head.tsx';
import { useCaptcha, useSite } from '#site/layout/use-site.ts';
import { Icon } from '#ui/icon.tsx';

const benefits = [
  ['document', 'Your library', 'Every report you bought, with its files and its licence.'],
  ['clock', 'Downloads that you can renew', 'New links at any time, without writing to us.'],
  ['check', 'Invoices and certificates', 'All documents of your orders in one place.'],
] as const;

type Props = {
  readonly form: Omit<AccountFormProps, 'captcha'>;
  readonly title: string;
  readonly description: string;
  readonly canonical: string;
  readonly keywords?: string | undefined;
  /** A notice of what happened before, above the form. */
  readonly notice?: ReactNode;
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
  notice,
  children,
}: Props) {
  const props = { ...form, captcha: useCaptcha() };
  const needsCaptcha = form.answer?.ok === false && form.answer.errors['turnstile_token'];
  return (
    <div
      className="wrap account py-9 lg:py-14"
      data-member={form.kind === 'login' ? 'out' : undefined}
    >
      <PageHead
        title={title}
        siteName={useSite().siteName}
        description={description}
        canonical={canonical}
        keywords={keywords}
      />
      <div className="grid min-w-0 content-start gap-5">
        <h1 className="text-[27px] lg:text-[36px]">{title}</h1>
        {notice}
        <Island name="account-form" when={needsCaptcha ? 'view' : 'intent'} props={props}>
          <AccountForm {...props} />
        </Island>
        {children}
      </div>
      <AccountBenefits />
    </div>
  );
}

/** The benefits of an account, beside its forms. */
function AccountBenefits() {
  return (
    <aside className="receipt p-5 lg:p-[22px]" aria-labelledby="benefits">
      <h2 id="benefits" className="text-[19px]">
        In your account
      </h2>
      <ul className="mt-3 grid gap-4">
        {benefits.map(([icon, title, text]) => (
          <li key={title} className="grid grid-cols-[16px_1fr] gap-x-3 text-[14.5px]">
            <span className="pt-1 text-good">
              <Icon name={icon} />
            </span>
            <span>
              <strong className="font-semibold">{title}</strong>
              <span className="block text-muted">{text}</span>
            </span>
          </li>
        ))}
      </ul>
    </aside>
  );
}
