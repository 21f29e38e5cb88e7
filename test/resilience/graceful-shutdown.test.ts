import { afterEach, expect, test } from 'vitest';
import { openDatabase } from '#adapters/database/index.ts';
import { findEmbeddedPostgresUrl } from '#adapters/database/embedded-postgres.ts';
import { billing } from '../support/billing.ts';
import { startServerProcess, type ServerProcess } from '../support/server-process.ts';

const programs: ServerProcess[] = [];
afterEach(async () => {
  for (const program of programs.splice(0).toReversed()) await program.close();
});

/** Sends a checkout and answers its email where the store acknowledged the order. */
async function placeOrder(
  program: ServerProcess,
  reportCode: string,
  i: number,
): Promise<string | undefined> {
  const email = `ending${i}@faults.example`;
  const response = await program
    .request(`/buy-now?id=${reportCode}&type=single-user`, {
      method: 'POST',
      headers: { cookie: `buyer=${String(i).padStart(64, 'a')}`, connection: 'close' },
      body: new URLSearchParams({ ...billing, report_id: reportCode, type: 'single-user', email }),
    })
    .catch(() => undefined);
  return response?.status === 303 ? email : undefined;
}

test('F-20 SIGTERM under a hundred checkouts loses no acknowledged order', async () => {
  const program = await startServerProcess();
  programs.push(program);
  const page = await (await program.request('/report-store')).text();
  const reportCode = /QM-[A-Z]+-\d+/.exec(page)?.[0] ?? '';
  const placing = Array.from({ length: 100 }, (_, i) => placeOrder(program, reportCode, i));
  const firstAcknowledged = Promise.any(
    placing.map(async (email) => (await email) ?? Promise.reject(new Error('not acknowledged'))),
  );
  await firstAcknowledged;
  const exitCode = program.terminate();
  const acknowledged = (await Promise.all(placing)).filter((email) => email !== undefined);
  expect(await exitCode).toBe(0);
  expect(acknowledged.length).toBeGreaterThan(0);
  expect(program.readOutput()).toContain('Closing');
  const { dataFolder, port } = program;
  programs.push(await startServerProcess({ DATA_DIR: dataFolder, PORT: String(port) }));
  const { db, close } = await openDatabase(String(findEmbeddedPostgresUrl(dataFolder)), 2);
  try {
    const orders = await db.selectFrom('purchase').select('email').execute();
    const stored = new Set(orders.map(({ email }) => email));
    expect(acknowledged.filter((email) => !stored.has(email))).toEqual([]);
  } finally {
    await close();
  }
});
