/** The reader of HTML for unit tests of the core, which imports no adapter itself. */
export { htmlReader } from '#adapters/html/index.ts';
