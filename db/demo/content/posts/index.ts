import { pricesAndOutput } from './prices-and-output.ts';
import { readingFigures } from './reading-figures.ts';
import { supplyAndDemand } from './supply-and-demand.ts';

/** All posts; pages list them by date. */
export const blogPosts = [...pricesAndOutput, ...supplyAndDemand, ...readingFigures];
