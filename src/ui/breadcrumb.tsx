import { Fragment } from 'react';

/** 24 px high (WCAG 2.2, 2.5.8): the padding of an inline link moves nothing. */
const linkClass = 'py-1 hover:underline';

type Step = readonly [label: string, href: string];

/** The way to a page that has a title of its own: links with slashes between them. */
export function BreadcrumbLinks({ steps }: { steps: readonly Step[] }) {
  return (
    <nav aria-label="Breadcrumb" className="label">
      {steps.map(([label, href], index) => (
        <Fragment key={href}>
          {index > 0 && ' / '}
          <a className={linkClass} href={href}>
            {label}
          </a>
        </Fragment>
      ))}
    </nav>
  );
}

/** The way to a page as a list that ends with the page itself. */
export function Breadcrumb({ steps, current }: { steps: readonly Step[]; current: string }) {
  return (
    <nav aria-label="Breadcrumb" className="label">
      <ol className="flex flex-wrap gap-x-2">
        {steps.map(([label, href]) => (
          <li key={href}>
            <a className={linkClass} href={href}>
              {label}
            </a>{' '}
            /
          </li>
        ))}
        <li aria-current="page">{current}</li>
      </ol>
    </nav>
  );
}
