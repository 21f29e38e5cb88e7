import type { ReactNode } from 'react';
import { paths } from '#src/paths.ts';
import { BreadcrumbLinks } from '#ui/breadcrumb.tsx';

const homeOnly = [['Home', paths.home()]] as const;

/** How a page of text begins: the way to it, its title, and a sentence on what is here. */
export function PageOpening({
  title,
  steps = homeOnly,
  children,
}: {
  title: string;
  steps?: readonly (readonly [label: string, href: string])[];
  children?: ReactNode;
}) {
  return (
    <header className="page-opening">
      <BreadcrumbLinks steps={steps} />
      <h1>{title}</h1>
      {children !== undefined && <p className="page-deck">{children}</p>}
    </header>
  );
}
