/**
 * What a piece of work makes the database read, counted and not timed: each of its statements is run
 * once more under EXPLAIN (ANALYZE, BUFFERS), in a transaction that is rolled back.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import http from 'node:http';
import pg from 'pg';

type Statement = { readonly text: string; readonly values: unknown[] };

/** What a statement reads of tables and indexes. */
export type Reading = {
  readonly text: string;
  /** Of 8 KB. An index of more rows is deeper: its blocks grow with their logarithm. */
  readonly blocks: number;
  /** Those too that are not among its results. */
  readonly rows: number;
};

const recorded = new AsyncLocalStorage<Statement[]>();
/** Of the requests that this process is asked from outside. */
let underWay: Statement[] | undefined;

type Method = (...args: unknown[]) => unknown;
const query = Reflect.get(pg.Client.prototype, 'query') as Method;
Reflect.set(pg.Client.prototype, 'query', function record(this: unknown, ...args: unknown[]) {
  const [asked, values] = args as [string | { text: string; values?: unknown[] }, unknown];
  const statement =
    typeof asked === 'string'
      ? { text: asked, values: Array.isArray(values) ? values : [] }
      : { text: asked.text, values: asked.values ?? [] };
  recorded.getStore()?.push(statement);
  return Reflect.apply(query, this, args);
});
const emit = Reflect.get(http.Server.prototype, 'emit') as Method;
Reflect.set(
  http.Server.prototype,
  'emit',
  function emitRecorded(this: unknown, ...args: unknown[]) {
    const run = () => Reflect.apply(emit, this, args);
    return underWay ? recorded.run(underWay, run) : run();
  },
);

const isCounted = ({ text }: Statement): boolean =>
  /^\s*(select|with|insert|update|delete)\b/i.test(text);

/** Returns what each statement of the work reads, in their order. */
export async function countReading(
  databaseUrl: string,
  work: () => Promise<unknown>,
): Promise<Reading[]> {
  const statements: Statement[] = [];
  underWay = statements;
  try {
    await recorded.run(statements, work);
  } finally {
    underWay = undefined;
  }
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const readings: Reading[] = [];
    for (const statement of statements.filter(isCounted))
      readings.push(await explain(client, statement));
    return readings;
  } finally {
    await client.end();
  }
}

type Plan = {
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly Plan[];
};

function countRows(plan: Plan): number {
  const readEach =
    plan['Actual Rows'] +
    (plan['Rows Removed by Filter'] ?? 0) +
    (plan['Rows Removed by Index Recheck'] ?? 0);
  const own = plan['Relation Name'] === undefined ? 0 : readEach * plan['Actual Loops'];
  return (plan.Plans ?? []).reduce((sum, part) => sum + countRows(part), own);
}

async function explain(client: pg.Client, { text, values }: Statement): Promise<Reading> {
  // The tables are small: at that size a plan would read them whole where it has an index, too.
  await client.query('begin; set local enable_seqscan = off');
  try {
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (analyze, buffers, format json) ${text}`,
      values,
    );
    const plan = rows[0]?.['QUERY PLAN'][0].Plan;
    if (!plan) throw new Error(`there is no plan of ${text}`);
    const blocks = plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
    return { text, blocks, rows: countRows(plan) };
  } finally {
    await client.query('rollback');
  }
}
