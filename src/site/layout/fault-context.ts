import { createContext } from 'react';
import type { ShownFault } from '#site/context.ts';

/** The error that the page is shown for. */
export const FaultContext = createContext<ShownFault | undefined>(undefined);
