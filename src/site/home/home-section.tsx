import type { ReactNode } from 'react';

/** One part of the home page with its title, and a link to all of it. */
export function HomeSection({
  title,
  id,
  more,
  children,
}: {
  title: string;
  id?: string;
  more?: readonly [label: string, href: string];
  children: ReactNode;
}) {
  return (
    <section id={id} className="wrap pt-16">
      <div className="mb-6 flex flex-wrap items-baseline justify-between gap-3">
        <h2 className="text-[30px]">{title}</h2>
        {more && (
          <a className="link py-1" href={more[1]}>
            {more[0]}
          </a>
        )}
      </div>
      {children}
    </section>
  );
}
