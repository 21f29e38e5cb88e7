/**
 * Vitest's set-up of the files that ask a database or a server: a query of this process's connections
 * and an HTTP answer, too, end within `stepLimitMs`, and say for what was waited.
 */
import pg from 'pg';
import { limitFetch, limitQueries } from './limit-steps.ts';

limitFetch(globalThis);
limitQueries(pg.Client.prototype);
