import type { Load } from '../client.ts';
import { bodies } from './bodies.ts';
import { connections } from './connections.ts';
import { crawl, filterValues } from './crawl.ts';
import { fullLists } from './full-lists.ts';
import { logins } from './logins.ts';
import { searches } from './searches.ts';
import { slowUploads } from './slow-uploads.ts';
import { uploads } from './uploads.ts';

/** In the order of the table. */
export const loads: readonly Load[] = [
  logins,
  bodies,
  connections,
  fullLists,
  crawl,
  filterValues,
  searches,
  uploads,
  slowUploads,
];
