import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '#adapters/database/index.ts';
import { runningHomeDatabase } from '#adapters/database/home.ts';
import { databaseUser } from '#adapters/database/binaries.ts';
import { freePorts } from '../support/store.ts';
import { count, nothing } from './count.ts';

let folder: string;
let port: number;
let program: ReturnType<typeof spawn>;

/** The built program with a database of its own, as `npm start` runs it. */
beforeEach(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'reportstand-killed-'));
  port = await freePorts();
  program = spawn(process.execPath, ['scripts/start.ts'], { env: { ...process.env, NODE_ENV: 'production', PORT: String(port), DATA_DIR: folder, LOG_LEVEL: 'error' }, stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise<void>((resolve, reject) => {
    program.stdout?.on('data', (text: Buffer) => text.toString().includes('is open') && resolve());
    program.once('exit', () => reject(new Error('the program did not start')));
  });
}, 120_000);
afterEach(async () => {
  if (program.exitCode === null) {
    const gone = new Promise((resolve) => program.once('exit', resolve));
    program.kill('SIGTERM');
    await gone;
  }
  rmSync(folder, { recursive: true, force: true });
});

const site = (address: string, init: RequestInit = {}) => fetch(`http://127.0.0.1:${port}${address}`, { redirect: 'manual', ...init });
const billing = { name: 'Killed', mobile_no: '+1 202-555-0100', company_name: 'Example', title: 'Analyst', country: '1', address: '1 Main Street', city: 'Springfield', state: 'Illinois', zip: '62701', policy: '1', type: 'single-user' };
const ledger = async () => ((await (await fetch(`http://127.0.0.1:${port + 1}/__sim/ledger`)).json()) as { charges: { custom_id: string }[] }).charges;

/** Orders on the checkout page, approves and comes back; tries again where it is told to. True where the store said that it is paid. */
async function buy(i: number, code: string): Promise<boolean> {
  const cookie = `buyer=${String(i).padStart(64, 'a')}`;
  for (let tries = 0; tries < 30; tries++) {
    try {
      const placed = await site(`/buy-now?id=${code}&type=single-user`, { method: 'POST', headers: { cookie, origin: `http://localhost:${port}` }, body: new URLSearchParams({ ...billing, report_id: code, email: `killed${i}@faults.example` }) });
      const approval = placed.headers.get('location');
      if (placed.status >= 300 && placed.status < 400 && approval) {
        const back = await fetch(approval, { method: 'POST', body: new URLSearchParams({ choice: 'pay' }), redirect: 'manual' });
        const token = new URL(back.headers.get('location') ?? '').searchParams.get('token');
        for (let looks = 0; looks < 20; looks++) {
          const done = await site(`/payment-success?token=${token}`, { headers: { cookie } });
          await done.arrayBuffer();
          if (done.status === 200 || done.status === 303) return true;
          await sleep(500);
        }
      }
    } catch { /* The line was cut: once more. */ }
    await sleep(300);
  }
  return false;
}

test('the database server is killed under two hundred checkouts: cached pages stand, the rest says 503 and when to come back, it is there again within seconds, and nothing is lost', async () => {
  const home = await (await site('/')).text();
  const code = /id=(QM-[A-Z]+-\d+)/.exec(await (await site('/report-store')).text())?.[1] ?? /QM-[A-Z]+-\d+/.exec(home)?.[0] ?? '';
  expect(code).not.toBe('');
  const buyers = Array.from({ length: 200 }, (_, i) => buy(i, code));
  await sleep(1500);
  const lock = path.join(databaseUser()?.folder(folder) ?? folder, 'postgres', 'postmaster.pid');
  process.kill(Number(readFileSync(lock, 'utf8').split('\n')[0]), 'SIGKILL');
  const killed = performance.now();
  const away = await site('/custom_search?q=steel');
  expect(away.status).toBe(503);
  expect(away.headers.get('retry-after')).toBe('5');
  expect((await site('/')).status).toBe(200);
  let back = 0;
  while (back === 0 && performance.now() - killed < 20_000) {
    if ((await site('/healthz').catch(() => undefined))?.status === 200) back = performance.now() - killed;
    else await sleep(100);
  }
  expect(back).toBeGreaterThan(0);
  const told = (await Promise.all(buyers)).filter(Boolean).length;
  expect(told).toBe(200);
  const { db, close } = await openDatabase(String(runningHomeDatabase(folder)), 2);
  try {
    for (let i = 0; i < 120; i++) {
      const open = await db.selectFrom('letter').select((eb) => eb.fn.countAll<number>().as('n')).where('state', '=', 'waiting').executeTakeFirstOrThrow();
      const undelivered = await db.selectFrom('purchase').select('id').where('state', '!=', 'fulfilled').execute();
      if (open.n === 0 && undelivered.length === 0) break;
      await sleep(1000);
    }
    const mail = path.join(folder, 'mail');
    const received = readdirSync(mail).flatMap((name) => /message-id:\s*(<[^>]+>)/i.exec(readFileSync(path.join(mail, name), 'utf8'))?.[1] ?? []);
    const { charges, ...counts } = await count({ world: { db }, charges: ledger }, received);
    expect(charges).toBe(200);
    expect(counts).toEqual(nothing);
  } finally {
    await close();
  }
}, 300_000);
