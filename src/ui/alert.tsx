import type { ReactNode } from 'react';

/** An error (by default) or a note that must be noticed; announced to screen readers. */
export function Alert({
  kind = 'error',
  children,
}: {
  kind?: 'error' | 'note';
  children: ReactNode;
}) {
  const colours = kind === 'error' ? 'border-bad bg-[#fdf0ee]' : 'border-hue bg-wash';
  return (
    <div
      role={kind === 'error' ? 'alert' : 'status'}
      className={`rounded border-l-4 px-4 py-3 ${colours}`}
    >
      {children}
    </div>
  );
}
