/**
 * dist/serve.js, which `npm run serve` starts: keeps the built program beside it running. It needs
 * the packages of production alone, and builds nothing.
 */
import path from 'node:path';
import { listenForStop, supervise } from './supervise.ts';

process.exit(await supervise(path.join(import.meta.dirname, 'program.js'), listenForStop()));
