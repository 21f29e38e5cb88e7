import type { ReactNode } from 'react';
import { ActionLink } from '#ui/action-link.tsx';

/** One part of the home page with its title, and a link to all of it; nothing where it is hidden. */
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
    <section id={id} className="home-section">
      <div className="home-section-head">
        <h2>{title}</h2>
        {more && <ActionLink href={more[1]}>{more[0]}</ActionLink>}
      </div>
      {children}
    </section>
  );
}
