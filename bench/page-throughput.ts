/**
 * `npm run bench [seconds]`: requests a second for the report page, with the server on one core and
 * wrk on another. The page cache is compared with nginx and node's bare http (same bytes), and with
 * a page that is rendered each time. Needs wrk, nginx and taskset.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildIfNeeded } from '../scripts/build.ts';

for (const tool of ['wrk', 'nginx', 'taskset']) {
  if (spawnSync('sh', ['-c', `command -v ${tool}`]).status !== 0) {
    console.error(
      `The benchmark needs ${tool}: install it (apt-get install wrk nginx-light util-linux).`,
    );
    process.exit(1);
  }
}
const durationSeconds = Number(process.argv[2] ?? 6);
const folder = mkdtempSync(path.join(os.tmpdir(), 'reportstand-bench-'));
const storeUrl = 'http://127.0.0.1:18180';
const nginxUrl = 'http://127.0.0.1:18191/';
const bareHttpUrl = 'http://127.0.0.1:18192/';
const children: ChildProcess[] = [];

function startOnCore0(program: string, args: string[], env: Record<string, string> = {}): void {
  children.push(
    spawn('taskset', ['-c', '0', program, ...args], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
      detached: true,
    }),
  );
}

async function waitUntilReachable(url: string): Promise<void> {
  for (let i = 0; i < 600; i++) {
    const isReachable = await fetch(url).then(
      (response) => response.ok,
      () => false,
    );
    if (isReachable) return;
    await sleep(20);
  }
  throw new Error(`${url} does not answer`);
}

type Throughput = { readonly requestsPerSecond: number; readonly p99: string };

/** 64 connections from the other core, for `durationSeconds`. */
function measureThroughput(url: string): Throughput {
  const wrk = ['wrk', '-t1', '-c64', `-d${durationSeconds}s`, '--latency'];
  const output = execFileSync('taskset', ['-c', '1', ...wrk, '-H', 'Accept-Encoding: br', url], {
    encoding: 'utf8',
  });
  return {
    requestsPerSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(output)?.[1]),
    p99: /99%\s+(\S+)/.exec(output)?.[1] ?? '',
  };
}

/** The URL of a report page that is in the page cache, compressed as well as it will be. */
async function openCachedReport(): Promise<string> {
  await buildIfNeeded();
  startOnCore0(process.execPath, ['dist/program.js'], {
    PORT: '18180',
    DATA_DIR: path.join(folder, 'data'),
    LOG_LEVEL: 'error',
  });
  await waitUntilReachable(storeUrl);
  const sitemap = await (await fetch(`${storeUrl}/sitemap-reports-1.xml`)).text();
  const [, location] = /<loc>([^<]+)</.exec(sitemap) ?? [];
  if (location === undefined) throw new Error('the store has no report');
  const url = storeUrl + new URL(location).pathname;
  await fetch(url);
  await sleep(3500);
  return url;
}

async function startNginx(): Promise<void> {
  const configFile = path.join(folder, 'nginx.conf');
  writeFileSync(
    configFile,
    `user root; worker_processes 1; daemon off; pid ${folder}/pid; error_log ${folder}/error;
events { worker_connections 1024; }
http {
  access_log off; keepalive_requests 1000000;
  server {
    listen 18191; root ${folder};
    location / {
      try_files /page.br =404; types {} default_type "text/html; charset=utf-8";
      add_header Content-Encoding br; add_header Vary accept-encoding;
    }
  }
}`,
  );
  execFileSync('chmod', ['755', folder]);
  startOnCore0('nginx', ['-e', path.join(folder, 'error'), '-c', configFile]);
  await waitUntilReachable(nginxUrl);
}

const connectionHeaders = [
  'date',
  'connection',
  'keep-alive',
  'content-length',
  'content-encoding',
  'transfer-encoding',
];

/** A server of one fixed answer: the page's bytes with the page's headers. */
async function startBareHttp(pageHeaders: Headers): Promise<void> {
  const headers = Object.fromEntries(
    [...pageHeaders].filter(([name]) => !connectionHeaders.includes(name)),
  );
  const program = `
    const body = require('fs').readFileSync('${folder}/page.br');
    const headers = ${JSON.stringify({ ...headers, 'content-encoding': 'br' })};
    require('http').createServer((request, response) => {
      response.writeHead(200, { ...headers, 'content-length': body.length });
      response.end(body);
    }).listen(18192)`;
  startOnCore0(process.execPath, ['-e', program]);
  await waitUntilReachable(bareHttpUrl);
}

function printTable(results: Readonly<Record<string, Throughput>>): void {
  console.log('| what | pages a second | p99 |\n|---|---|---|');
  for (const [name, { requestsPerSecond, p99 }] of Object.entries(results))
    console.log(`| ${name} | ${Math.round(requestsPerSecond).toLocaleString('en-US')} | ${p99} |`);
}

try {
  const pageUrl = await openCachedReport();
  const compressed = execFileSync('curl', ['-s', '-H', 'Accept-Encoding: br', pageUrl]);
  const html = execFileSync('curl', ['-s', pageUrl]);
  writeFileSync(path.join(folder, 'page.br'), compressed);
  await startNginx();
  await startBareHttp((await fetch(pageUrl)).headers);
  console.log(
    `report page: ${html.length} bytes of HTML, ${compressed.length} with brotli 11; ` +
      `${durationSeconds} s each, 64 connections, server on one core\n`,
  );
  const nginx = measureThroughput(nginxUrl);
  const bareHttp = measureThroughput(bareHttpUrl);
  const pageCache = measureThroughput(pageUrl);
  const rendered = measureThroughput(`${storeUrl}/custom_search?q=steel`);
  printTable({
    'nginx, same bytes': nginx,
    'node bare http, same bytes and headers': bareHttp,
    'page cache': pageCache,
    'cold (rendered each time)': rendered,
  });
  const ratioTo = (other: Throughput): string =>
    (pageCache.requestsPerSecond / other.requestsPerSecond).toFixed(2);
  console.log(
    `\npage cache to nginx ${ratioTo(nginx)} (aim 0.70), ` +
      `to bare http ${ratioTo(bareHttp)} (aim 0.95)`,
  );
} finally {
  for (const { pid, exitCode } of children)
    if (pid && exitCode === null) process.kill(-pid, 'SIGINT');
  await sleep(3000);
  rmSync(folder, { recursive: true, force: true });
}
