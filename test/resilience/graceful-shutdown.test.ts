import { afterEach, expect, test } from 'vitest';
import { openDatabase } from '#adapters/database/index.ts';
import { findEmbeddedPostgresUrl } from '#adapters/database/embedded-postgres.ts';
import { billing } from '../support/billing.ts';
import { startServerProcess, type ServerProcess } from '../support/server-process.ts';
import { waitUntil } from '../support/wait-until.ts';

const programs: ServerProcess[] = [];
afterEach(async () => {
  for (const program of programs.splice(0).toReversed()) await program.close();
});

/** Sends a checkout and answers its email if the store acknowledged the order. */
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
  let isEnding = false;
  // A busy store turns some away: they try again.
  const placing = Array.from({ length: 100 }, (_, i) =>
    waitUntil(
      `order ${i} is acknowledged, or the store ends`,
      async () => (await placeOrder(program, reportCode, i)) ?? (isEnding ? 'none' : undefined),
      { intervalMs: 300 },
    ),
  );
  await Promise.any(placing);
  isEnding = true;
  const exitCode = program.terminate();
  const acknowledged = (await Promise.all(placing)).filter((email) => email !== 'none');
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
