/**
 * Clones the committed project into a fresh folder, starts it with the README's command, buys a
 * report over HTTP, kills the program before the buyer comes back, and starts it again.
 * node_modules is linked, so that the test needs no network.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const url = 'http://localhost:18080';
const folder = mkdtempSync(path.join(os.tmpdir(), 'reportstand-clone-'));
// As root the database runs under another account, inside this folder.
chmodSync(folder, 0o755);
execFileSync('git', ['clone', '--quiet', process.cwd(), folder]);
symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'));

let program: ChildProcess | undefined;
try {
  program = await startAndWait(120);
  const { returnUrl, cookie } = await orderAndApprove(await findReportCode());

  sendSignal(program, 'SIGKILL');
  await sleep(300);
  const killedAt = performance.now();
  program = await startAndWait(20);
  console.log(`  started again after kill -9 in ${Math.round(performance.now() - killedAt)} ms`);
  await checkOrderPage(returnUrl, cookie);
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  if (program) sendSignal(program, 'SIGINT');
  await checkNothingRuns();
  rmSync(folder, { recursive: true, force: true });
}

async function startAndWait(seconds: number): Promise<ChildProcess> {
  const started = spawn('npm', ['start', '--silent'], {
    cwd: folder,
    env: { ...process.env, PORT: '18080', LOG_LEVEL: 'error' },
    stdio: 'inherit',
    detached: true,
  });
  for (let i = 0; i < seconds * 20; i++) {
    if (started.exitCode !== null) throw new Error('the program ended by itself');
    const isOpen = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isOpen) return started;
    await sleep(50);
  }
  throw new Error(`no page within ${seconds} s`);
}

function sendSignal({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid) process.kill(-pid, signal);
}

function assertThat(isTrue: boolean, sentence: string): void {
  if (!isTrue) throw new Error(`not so: ${sentence}`);
  console.log(`  ${sentence}`);
}

async function findReportCode(): Promise<string> {
  const store = await (await fetch(`${url}/report-store`)).text();
  const slug = /<h3[^>]*><a[^>]*href="(\/[a-z0-9-]+)"/.exec(store)?.[1] ?? '';
  const report = await (await fetch(url + slug)).text();
  const code = /name="id" value="([^"]+)"/.exec(report)?.[1] ?? '';
  assertThat(code.startsWith('QM-'), `the store lists reports; ${slug} is ${code}`);
  return code;
}

/** The checkout's form as its page gives it, filled in by a buyer from Italy. */
async function fillCheckoutForm(code: string): Promise<URLSearchParams> {
  const page = await (await fetch(`${url}/buy-now?id=${code}&type=single-user`)).text();
  const value = (name: string): string =>
    new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? '';
  return new URLSearchParams({
    name: 'Clone',
    email: 'clone@example.com',
    mobile_no: '+39 000 000',
    company_name: 'Clones',
    title: 'Cloner',
    address: 'Via 1',
    city: 'Milano',
    state: 'MI',
    zip: '20121',
    country: /<option value="(\d+)"[^>]*>Italy/.exec(page)?.[1] ?? '',
    policy: '1',
    report_id: value('report_id'),
    type: value('type'),
    amount: value('amount'),
  });
}

/** An order that is approved at the payment simulator; the buyer has not come back yet. */
async function orderAndApprove(code: string): Promise<{ returnUrl: string; cookie: string }> {
  const placed = await fetch(`${url}/buy-now`, {
    method: 'POST',
    body: await fillCheckoutForm(code),
    redirect: 'manual',
    headers: { origin: url },
  });
  assertThat(placed.status === 303, 'the order leads to the approval page');
  const approved = await fetch(placed.headers.get('location') ?? '', {
    method: 'POST',
    body: new URLSearchParams({ choice: 'pay' }),
    redirect: 'manual',
  });
  return {
    returnUrl: approved.headers.get('location') ?? '',
    cookie: placed.headers.get('set-cookie')?.split(';')[0] ?? '',
  };
}

async function checkOrderPage(returnUrl: string, cookie: string): Promise<void> {
  const paid = await fetch(returnUrl, { headers: { cookie }, redirect: 'manual' });
  const orderUrl = url + (paid.headers.get('location') ?? '');
  const page = await (await fetch(orderUrl, { headers: { cookie } })).text();
  const isConfirmed = page.includes('Thank you. Your payment is confirmed.');
  assertThat(isConfirmed, 'the payment is confirmed after the kill');
  const pdfUrl = url + (/href="(\/download\/[0-9a-f]+)"/.exec(page)?.[1] ?? '');
  const pdf = await fetch(pdfUrl, { headers: { cookie } });
  const bytes = Buffer.from(await pdf.arrayBuffer());
  assertThat(bytes.subarray(0, 4).toString() === '%PDF', `the PDF arrives, ${bytes.length} bytes`);
  assertThat((await fetch(pdfUrl)).status === 404, 'another browser gets nothing');
}

/** The program ends within ten seconds; a busy machine has twice the time. */
async function checkNothingRuns(): Promise<void> {
  const lock = path.join(folder, '.data/postgres/postmaster.pid');
  for (let i = 0; i < 200 && existsSync(lock); i++) await sleep(100);
  if (existsSync(lock)) {
    console.error(`a database was left running (${readFileSync(lock, 'utf8').split('\n')[0]})`);
    process.exitCode = 1;
  } else console.log('  nothing was left running');
}
