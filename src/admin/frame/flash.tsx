import type { ReactNode } from 'react';
import { Icon } from '#ui/icon.tsx';

/** What the last action did, announced to screen readers. */
export const Flash = ({ children }: { readonly children: ReactNode }) => (
  <p role="status" className="admin-flash">
    <Icon name="check" />
    <span>{children}</span>
  </p>
);
