/**
 * Clones the committed project into a fresh folder, starts it with the README's command, walks a buyer's path over
 * HTTP, kills it without warning and starts it again. node_modules is linked, so that the walk needs no network.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const folder = mkdtempSync(path.join(os.tmpdir(), 'reportstand-walk-'));
execFileSync('git', ['clone', '--quiet', process.cwd(), folder]);
symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'));
const url = 'http://localhost:18080';

async function startAndWait(seconds: number): Promise<ChildProcess> {
  const program = spawn('npm', ['start', '--silent'], {
    cwd: folder,
    env: { ...process.env, PORT: '18080', LOG_LEVEL: 'error' },
    stdio: 'inherit',
    detached: true,
  });
  for (let i = 0; i < seconds * 20; i++) {
    if (program.exitCode !== null) throw new Error('the program ended by itself');
    if (
      await fetch(url).then(
        (response) => response.ok,
        () => false,
      )
    )
      return program;
    await sleep(50);
  }
  throw new Error(`no page within ${seconds} s`);
}

function sendSignal(program: ChildProcess, signal: NodeJS.Signals): void {
  if (program.pid) process.kill(-program.pid, signal);
}

function assertThat(isTrue: boolean, sentence: string): void {
  if (!isTrue) throw new Error(`not so: ${sentence}`);
  console.log(`  ${sentence}`);
}

let program: ChildProcess | undefined;
try {
  program = await startAndWait(120);
  const store = await (await fetch(`${url}/report-store`)).text();
  const slug = /<h2[^>]*><a[^>]*href="(\/[a-z0-9-]+)"/.exec(store)?.[1] ?? '';
  const report = await (await fetch(url + slug)).text();
  const code = /name="id" value="([^"]+)"/.exec(report)?.[1] ?? '';
  assertThat(code.startsWith('QM-'), `the store lists reports; ${slug} is ${code}`);
  const checkout = await (await fetch(`${url}/buy-now?id=${code}&type=single-user`)).text();
  const value = (name: string): string =>
    new RegExp(`name="${name}" value="([^"]*)"`).exec(checkout)?.[1] ?? '';
  const country = /<option value="(\d+)">Italy/.exec(checkout)?.[1] ?? '';
  const form = new URLSearchParams({
    name: 'Walk',
    email: 'walk@example.com',
    mobile_no: '+39 000 000',
    company_name: 'Walkers',
    title: 'Walker',
    address: 'Via 1',
    city: 'Milano',
    state: 'MI',
    zip: '20121',
    country,
    policy: '1',
    report_id: value('report_id'),
    type: value('type'),
    amount: value('amount'),
  });
  const placed = await fetch(`${url}/buy-now`, {
    method: 'POST',
    body: form,
    redirect: 'manual',
    headers: { origin: url },
  });
  const approval = placed.headers.get('location') ?? '';
  const cookie = placed.headers.get('set-cookie')?.split(';')[0] ?? '';
  assertThat(placed.status === 303, 'the order leads to the approval page');
  const approved = await fetch(approval, {
    method: 'POST',
    body: new URLSearchParams({ choice: 'pay' }),
    redirect: 'manual',
  });
  const back = approved.headers.get('location') ?? '';

  // The plug is pulled between the approval and the return.
  sendSignal(program, 'SIGKILL');
  await sleep(300);
  const before = performance.now();
  program = await startAndWait(20);
  console.log(`  started again after kill -9 in ${Math.round(performance.now() - before)} ms`);
  const paid = await fetch(back, { headers: { cookie }, redirect: 'manual' });
  const page = await (
    await fetch(url + (paid.headers.get('location') ?? ''), { headers: { cookie } })
  ).text();
  assertThat(
    page.includes('Thank you. Your payment is confirmed.'),
    'the payment is confirmed after the kill',
  );
  const [pdf = ''] = [...page.matchAll(/href="(\/download\/[0-9a-f]+)"/g)].map(
    ([, href]) => href ?? '',
  );
  const file = Buffer.from(await (await fetch(url + pdf, { headers: { cookie } })).arrayBuffer());
  assertThat(file.subarray(0, 4).toString() === '%PDF', `the PDF arrives, ${file.length} bytes`);
  assertThat((await fetch(url + pdf)).status === 404, 'another browser gets nothing');
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  if (program) sendSignal(program, 'SIGINT');
  await sleep(3000);
  const lock = path.join(folder, '.data/postgres/postmaster.pid');
  try {
    console.error(`a database was left running (${readFileSync(lock, 'utf8').split('\n')[0]})`);
    process.exitCode = 1;
  } catch {
    console.log('  nothing was left running');
  }
  rmSync(folder, { recursive: true, force: true });
}
