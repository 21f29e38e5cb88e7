import type { ReactNode } from 'react';
import { Icon } from '#ui/icon.tsx';

/** What the last action did, announced to screen readers. The keyboard goes on from here. */
export const Flash = ({ children }: { readonly children: ReactNode }) => (
  <p role="status" tabIndex={-1} autoFocus className="admin-flash">
    <Icon name="check" />
    <span>{children}</span>
  </p>
);
