import type { ReactNode } from 'react';
import type { islands } from './loader.ts';

type Islands = typeof islands;
type IslandName = keyof Islands;
/** The props of an island's component: they travel as JSON in `data-props`. */
type IslandProps<Name extends IslandName> = Parameters<
  Awaited<ReturnType<Islands[Name]>>['default']
>[0];

type Props<Name extends IslandName> = {
  readonly name: Name;
  readonly when: 'intent' | 'view';
  readonly props: IslandProps<Name>;
  readonly children: ReactNode;
  readonly className?: string;
};

/**
 * Marks a part of a page that is hydrated later: on `intent` (pointer, focus, touch) or once in
 * `view`. The children are the island's component with the same props, rendered as working HTML.
 */
export const Island = <Name extends IslandName>(island: Props<Name>) => (
  <IslandElement {...island} />
);

/** The element of an island, which the loaders of the site and of the back office look for. */
export const IslandElement = (island: {
  readonly name: string;
  readonly when: string;
  readonly props: object;
  readonly children: ReactNode;
  readonly className?: string | undefined;
}) => (
  <div
    className={island.className}
    data-island={island.name}
    data-when={island.when}
    data-props={JSON.stringify(island.props)}
  >
    {island.children}
  </div>
);
