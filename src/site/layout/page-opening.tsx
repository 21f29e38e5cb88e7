import type { ReactNode } from 'react';
import { paths } from '#src/paths.ts';
import { BreadcrumbLinks } from '#ui/breadcrumb.tsx';

/** How a page of text begins: the way to it, its title, and a sentence on what is here. */
export function PageOpening({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <header className="page-opening">
      <BreadcrumbLinks steps={[['Home', paths.home()]]} />
      <h1>{title}</h1>
      {children !== undefined && <p className="page-deck">{children}</p>}
    </header>
  );
}
