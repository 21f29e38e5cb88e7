import type { ReactNode } from 'react';
import { IslandElement } from '#site/islands/runtime/island.tsx';
import type { islands } from './loader.ts';

type Islands = typeof islands;
type IslandName = keyof Islands;
/** The props of an island's component: they travel as JSON in `data-props`. */
type IslandProps<Name extends IslandName> = Parameters<
  Awaited<ReturnType<Islands[Name]>>['default']
>[0];

/**
 * Marks a part of a page that is hydrated once it is about to be used (`intent`), or as soon as the
 * page is there (`load`). The children are the island's component with the same props, rendered as
 * working HTML.
 */
export const Island = <Name extends IslandName>(island: {
  readonly name: Name;
  readonly when: 'intent' | 'load';
  readonly props: IslandProps<Name>;
  readonly children: ReactNode;
  readonly className?: string;
}) => <IslandElement {...island} />;
