import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

/** A link that leads on: in bold, underlined in the accent, with an arrow. */
export function ActionLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a className="action-link" href={href}>
      {children} <Icon name="arrow" size={12} />
    </a>
  );
}
