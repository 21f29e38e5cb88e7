import { renameSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '#adapters/database/index.ts';
import { findEmbeddedPostgresUrl } from '#adapters/database/embedded-postgres.ts';
import type { Database } from '#core/deps.ts';
import { readMessageIds } from '../support/emails.ts';
import {
  readDatabaseProcessId,
  startServerProcess,
  type ServerProcess,
} from '../support/server-process.ts';
import { waitUntil } from '../support/wait-until.ts';
import { expectConsistent } from './count-inconsistencies.ts';
import { buyPatiently, createHttpBuyer, findReportCode } from './http-buyers.ts';

/** Buyers at once; FAULT_RUNS asks for more than in CI. */
const buyerCount = Number(process.env['FAULT_RUNS'] ?? 20);

let program: ServerProcess;
beforeEach(async () => {
  program = await startServerProcess({ TRUST_PROXY: '1' });
});
afterEach(() => program?.close());

/** Kills the database server, which can't start again before the answered function is called. */
function killDatabase(): () => void {
  // PostgreSQL refuses a data folder without this file.
  const versionFile = path.join(program.databaseFolder, 'PG_VERSION');
  renameSync(versionFile, `${versionFile}.away`);
  process.kill(readDatabaseProcessId(program.databaseFolder), 'SIGKILL');
  return () => renameSync(`${versionFile}.away`, versionFile);
}

/** Asks for pages that need the database until one can't be answered: others are 200 until then. */
async function expectUnavailable(): Promise<void> {
  let requests = 0;
  await waitUntil('a page that needs the database answers 503', async () => {
    const response = await program.request(`/custom_search?q=steel${requests++}`);
    await response.arrayBuffer();
    if (response.status === 200) return false;
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
    return true;
  });
}

const waitUntilAllDelivered = (db: Database): Promise<boolean> =>
  waitUntil(
    'every order is delivered and every email is sent',
    async () => {
      const queuedEmails = db.selectFrom('outboxEmail').select('id').where('state', '=', 'queued');
      const openOrders = db.selectFrom('purchase').select('id').where('state', '!=', 'fulfilled');
      return (
        (await queuedEmails.executeTakeFirst()) === undefined &&
        (await openOrders.executeTakeFirst()) === undefined
      );
    },
    { limitMs: 1_200_000, intervalMs: 1000 },
  );

test('F-02 a database killed under many checkouts is restarted and loses no order', async () => {
  await (await program.request('/')).arrayBuffer();
  const reportCode = (await findReportCode(program)) ?? '';
  expect(reportCode).not.toBe('');
  const { origin, request } = program;
  const buyers = Promise.all(
    Array.from({ length: buyerCount }, (_, i) =>
      buyPatiently({ origin, request, reportCode }, createHttpBuyer(i)),
    ),
  );
  await waitUntil(
    'the first checkouts are paid',
    async () => (await program.getPaypalCharges()).length > 0,
    { limitMs: 1_200_000 },
  );
  const letDatabaseStart = killDatabase();
  await expectUnavailable();
  expect((await program.request('/')).status).toBe(200);
  letDatabaseStart();
  await waitUntil(
    'the store is ready again',
    async () => (await program.request('/readyz').catch(() => undefined))?.status === 200,
  );
  expect((await buyers).filter(Boolean)).toHaveLength(buyerCount);
  const { db, close } = await openDatabase(String(findEmbeddedPostgresUrl(program.dataFolder)), 2);
  try {
    await waitUntilAllDelivered(db);
    const charges = await expectConsistent(
      { deps: { db }, getPaypalCharges: program.getPaypalCharges },
      readMessageIds(path.join(program.dataFolder, 'mail')),
    );
    expect(charges).toBe(buyerCount);
  } finally {
    await close();
  }
}, 3_600_000);
