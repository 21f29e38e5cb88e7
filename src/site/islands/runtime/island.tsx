import type { ReactNode } from 'react';
import type { islands } from './loader.ts';

/**
 * Marks a part of a page that comes alive. The children are the island's component with the same props, rendered on
 * the server as working HTML; the loader hydrates it on `intent` (pointer, focus, touch) or once it is in `view`.
 */
export function Island({
  name,
  when,
  props,
  children,
  className,
}: {
  readonly name: keyof typeof islands;
  readonly when: 'intent' | 'view';
  readonly props?: object;
  readonly children: ReactNode;
  readonly className?: string;
}) {
  return (
    <div
      className={className}
      data-island={name}
      data-when={when}
      data-props={props && JSON.stringify(props)}
    >
      {children}
    </div>
  );
}
