import type { ReactNode } from 'react';
import { AccountForm, type AccountFormProps } from '#site/islands/components/account-form.tsx';
import { Island } from '#site/islands/runtime/island.tsx';
import { PageHead } from '#site/layout/page-head.tsx';
import { useSite } from '#site/layout/use-site.ts';

type Props = AccountFormProps & {
  readonly title: string;
  readonly description: string;
  readonly canonical: string;
  readonly keywords?: string | undefined;
  readonly children: ReactNode;
};

/** One of the three pages in front of an account: the form, and the ways between them. Only who sees the login is known to have no session: the others open to customers as well. */
export function AccountFormPage({
  title,
  description,
  canonical,
  keywords,
  children,
  ...form
}: Props) {
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
      <Island name="accountForm" when="intent" props={form}>
        <AccountForm {...form} />
      </Island>
      {children}
    </div>
  );
}
