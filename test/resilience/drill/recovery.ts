import { sql } from 'kysely';
import { readPurchaseId } from '../../support/paypal.ts';
import type { DrillStore } from './drill-store.ts';

/** Purchases whose buyers still wait for something. */
export type OpenPurchases = {
  /** Buyers who have not been told yet that they have paid. */
  readonly waitingBuyers: number;
  /** Addresses of buyers who approved their payment and closed the tab. */
  readonly closedTabEmails: readonly string[];
};

/** How long a job may wait for its turn. */
const jobPatience = '15 seconds';
/** Longest that a health check may take. */
const healthTimeoutMs = 10_000;

/** Returns what is not as it should be: nothing once the store has recovered from every fault. */
export async function listUnrecovered(store: DrillStore, open: OpenPurchases): Promise<string[]> {
  const found = open.waitingBuyers > 0 ? [`${open.waitingBuyers} buyers wait`] : [];
  for (const [i, program] of store.programs.entries()) {
    if (program.isRunning()) found.push(...(await checkHealth(program, i + 1)));
    else if (store.programs.length === 1) found.push('the program has ended');
  }
  const inDatabase = await listUnfinishedWork(store, open.closedTabEmails).catch(
    (error: unknown) => [`the database does not answer: ${String(error).slice(0, 200)}`],
  );
  return [...found, ...inDatabase];
}

async function checkHealth(
  { request }: DrillStore['programs'][number],
  number: number,
): Promise<string[]> {
  const found: string[] = [];
  for (const page of ['/healthz', '/readyz']) {
    const signal = AbortSignal.timeout(healthTimeoutMs);
    const response = await request(page, { signal }).catch(() => undefined);
    await response?.arrayBuffer().catch(() => undefined);
    if (page === '/readyz' && response?.status === 404) continue;
    if (response?.status !== 200)
      found.push(`program ${number}: ${page} is ${response?.status ?? 'silent'}`);
  }
  return found;
}

type WorkCounts = {
  readonly undelivered: string | null;
  readonly emails: number;
  readonly jobs: string | null;
  readonly closedTabs: number;
};

async function listUnfinishedWork(
  { useDatabase, providers }: DrillStore,
  closedTabEmails: readonly string[],
): Promise<string[]> {
  const chargedIds = (await providers.getPaypalCharges()).map(readPurchaseId);
  const { rows } = await useDatabase((db) =>
    sql<WorkCounts>`
      select
        (select string_agg(number || ' is ' || state, ', ') from purchase
          where state in ('paid', 'capturing')
          or (id = any(${chargedIds}::int[]) and state <> 'fulfilled')) as undelivered,
        (select count(*)::int from outbox_email where state <> 'sent') as emails,
        (select string_agg(distinct task_identifier, ', ') from graphile_worker.jobs
          where run_at < now() - ${jobPatience}::interval and attempts < max_attempts) as jobs,
        (select count(distinct email)::int from purchase where state = 'fulfilled'
          and email = any(${[...closedTabEmails]}::text[])) as "closedTabs"`.execute(db),
  );
  const [counts] = rows;
  if (!counts) return ['the database has no answer'];
  const missingClosedTabs = closedTabEmails.length - counts.closedTabs;
  return [
    counts.undelivered === null ? '' : `not delivered: ${counts.undelivered}`,
    counts.emails > 0 ? `${counts.emails} emails are not sent` : '',
    counts.jobs === null ? '' : `jobs are overdue: ${counts.jobs}`,
    missingClosedTabs > 0 ? `${missingClosedTabs} closed tabs are not delivered` : '',
  ].filter(Boolean);
}
