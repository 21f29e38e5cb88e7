import type { ReactNode } from 'react';

/** Something that a form made and only this answer shows. The keyboard goes on from here. */
export const ShownOnce = ({ children }: { readonly children: ReactNode }) => (
  <div role="status" tabIndex={-1} autoFocus className="admin-flash">
    <p>{children}</p>
  </div>
);
