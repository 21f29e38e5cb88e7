import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '#adapters/database/index.ts';
import { findEmbeddedPostgresUrl } from '#adapters/database/embedded-postgres.ts';
import { findOsAccount, findReachableFolder } from '#adapters/database/os-account.ts';
import { startServerProcess, type ServerProcess } from '../support/server-process.ts';
import { countInconsistencies, noInconsistencies } from './count-inconsistencies.ts';

let program: ServerProcess;
beforeEach(async () => {
  program = await startServerProcess({ TRUST_PROXY: '1' });
}, 120_000);
afterEach(() => program?.close());

const billing = {
  name: 'Killed',
  mobile_no: '+1 202-555-0100',
  company_name: 'Example',
  title: 'Analyst',
  country: '1',
  address: '1 Main Street',
  city: 'Springfield',
  state: 'Illinois',
  zip: '62701',
  policy: '1',
  type: 'single-user',
};

/** Orders on the checkout page, approves and comes back; tries again where it is told to. True where the store said that it is paid. */
async function buy(i: number, code: string): Promise<boolean> {
  const cookie = `buyer=${String(i).padStart(64, 'a')}`;
  for (let tries = 0; tries < 30; tries++) {
    try {
      const placed = await program.request(`/buy-now?id=${code}&type=single-user`, {
        method: 'POST',
        headers: {
          cookie,
          origin: `http://localhost:${program.port}`,
          'x-forwarded-for': `10.0.0.${i}`,
        },
        body: new URLSearchParams({
          ...billing,
          report_id: code,
          email: `killed${i}@faults.example`,
        }),
      });
      const approval = placed.headers.get('location');
      if (placed.status >= 300 && placed.status < 400 && approval) {
        const back = await fetch(approval, {
          method: 'POST',
          body: new URLSearchParams({ choice: 'pay' }),
          redirect: 'manual',
        });
        const token = new URL(back.headers.get('location') ?? '').searchParams.get('token');
        for (let looks = 0; looks < 20; looks++) {
          const done = await program.request(`/payment-success?token=${token}`, {
            headers: { cookie },
          });
          await done.arrayBuffer();
          if (done.status === 200 || done.status === 303) return true;
          await sleep(500);
        }
      }
    } catch {
      /* The line was cut: once more. */
    }
    await sleep(300);
  }
  return false;
}

test('F-02 the database server is killed under two hundred checkouts: cached pages stand, the rest says 503 and when to come back, it is there again within seconds, and nothing is lost', async () => {
  const home = await (await program.request('/')).text();
  const code =
    /id=(QM-[A-Z]+-\d+)/.exec(await (await program.request('/report-store')).text())?.[1] ??
    /QM-[A-Z]+-\d+/.exec(home)?.[0] ??
    '';
  expect(code).not.toBe('');
  const buyers = Array.from({ length: 200 }, (_, i) => buy(i, code));
  await sleep(1500);
  const lock = path.join(
    findReachableFolder(program.dataFolder, findOsAccount()),
    'postgres',
    'postmaster.pid',
  );
  process.kill(Number(readFileSync(lock, 'utf8').split('\n')[0]), 'SIGKILL');
  const killed = performance.now();
  // A query that was under way may still come to its end: asked until the first one can't be answered.
  const seen: number[] = [];
  for (let i = 0; i < 60 && !seen.includes(503); i++) {
    const answer = await program.request(`/custom_search?q=steel${i}`);
    seen.push(answer.status);
    if (answer.status === 503) expect(answer.headers.get('retry-after')).toBe('5');
    await answer.arrayBuffer();
  }
  expect(seen.filter((status) => status !== 200 && status !== 503)).toEqual([]);
  expect(seen).toContain(503);
  expect((await program.request('/')).status).toBe(200);
  let back = 0;
  while (back === 0 && performance.now() - killed < 20_000) {
    if ((await program.request('/healthz').catch(() => undefined))?.status === 200)
      back = performance.now() - killed;
    else await sleep(100);
  }
  expect(back).toBeGreaterThan(0);
  console.log(`the database answers again after ${Math.round(back)} ms`);
  const told = (await Promise.all(buyers)).filter(Boolean).length;
  expect(told).toBe(200);
  const { db, close } = await openDatabase(String(findEmbeddedPostgresUrl(program.dataFolder)), 2);
  try {
    for (let i = 0; i < 240; i++) {
      const open = await db
        .selectFrom('outboxEmail')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('state', '=', 'queued')
        .executeTakeFirstOrThrow();
      const undelivered = await db
        .selectFrom('purchase')
        .select('id')
        .where('state', '!=', 'fulfilled')
        .execute();
      if (open.n === 0 && undelivered.length === 0) break;
      await sleep(1000);
    }
    const mail = path.join(program.dataFolder, 'mail');
    const received = readdirSync(mail).flatMap(
      (name) =>
        /message-id:\s*(<[^>]+>)/i.exec(readFileSync(path.join(mail, name), 'utf8'))?.[1] ?? [],
    );
    const { charges, ...counts } = await countInconsistencies(
      { deps: { db }, getPaypalCharges: program.getPaypalCharges },
      received,
    );
    expect(charges).toBe(200);
    expect(counts).toEqual(noInconsistencies);
  } finally {
    await close();
  }
}, 600_000);
