/**
 * `npm run bench`: the report page on one core: from our cache, cold, nginx with the same compressed bytes, and node's
 * bare http with them. The load (wrk) runs on another core. Needs wrk, nginx and taskset; prints a table.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

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
const started: ChildProcess[] = [];
const startOnCore0 = (
  program: string,
  args: string[],
  env: Record<string, string> = {},
): ChildProcess => {
  const child = spawn('taskset', ['-c', '0', program, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  });
  started.push(child);
  return child;
};

async function waitUntilReachable(url: string): Promise<void> {
  for (let i = 0; i < 600; i++) {
    if (
      await fetch(url).then(
        (response) => response.ok,
        () => false,
      )
    )
      return;
    await sleep(20);
  }
  throw new Error(`${url} does not answer`);
}

function measureLoad(url: string): { requestsPerSecond: number; p99: string } {
  const out = execFileSync(
    'taskset',
    [
      '-c',
      '1',
      'wrk',
      '-t1',
      '-c64',
      `-d${durationSeconds}s`,
      '--latency',
      '-H',
      'Accept-Encoding: br',
      url,
    ],
    { encoding: 'utf8' },
  );
  return {
    requestsPerSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(out)?.[1]),
    p99: /99%\s+(\S+)/.exec(out)?.[1] ?? '',
  };
}

try {
  startOnCore0(process.execPath, ['scripts/start.ts'], {
    PORT: '18180',
    DATA_DIR: path.join(folder, 'data'),
    LOG_LEVEL: 'error',
  });
  const base = 'http://127.0.0.1:18180';
  await waitUntilReachable(base);
  const slug =
    /<h2[^>]*><a[^>]*href="(\/[a-z0-9-]+)"/.exec(
      await (await fetch(`${base}/report-store`)).text(),
    )?.[1] ?? '/';
  await fetch(base + slug);
  await sleep(3500);
  const raw = execFileSync('curl', ['-s', '-H', 'Accept-Encoding: br', base + slug]);
  const plain = execFileSync('curl', ['-s', base + slug]);
  writeFileSync(path.join(folder, 'page.br'), raw);
  writeFileSync(
    path.join(folder, 'nginx.conf'),
    `user root; worker_processes 1; daemon off; pid ${folder}/pid; error_log ${folder}/error; events { worker_connections 1024; }
http { access_log off; keepalive_requests 1000000; server { listen 18191; root ${folder}; location / { try_files /page.br =404; types {} default_type "text/html; charset=utf-8"; add_header Content-Encoding br; add_header Vary accept-encoding; } } }`,
  );
  execFileSync('chmod', ['755', folder]);
  startOnCore0('nginx', ['-e', path.join(folder, 'error'), '-c', path.join(folder, 'nginx.conf')]);
  const head = (await fetch(base + slug)).headers;
  const same = JSON.stringify(
    Object.fromEntries(
      [...head].filter(
        ([name]) =>
          ![
            'date',
            'connection',
            'keep-alive',
            'content-length',
            'content-encoding',
            'transfer-encoding',
          ].includes(name),
      ),
    ),
  );
  const bare = `const b=require('fs').readFileSync('${folder}/page.br');require('http').createServer((q,r)=>{r.writeHead(200,{...${same},'content-encoding':'br','content-length':b.length});r.end(b)}).listen(18192)`;
  startOnCore0(process.execPath, ['-e', bare]);
  await sleep(1000);
  for (const port of [18191, 18192]) await waitUntilReachable(`http://127.0.0.1:${port}/`);
  const rows: [string, { requestsPerSecond: number; p99: string }][] = [];
  for (const [name, url] of [
    ['nginx, same bytes', 'http://127.0.0.1:18191/'],
    ['node bare http, same bytes and headers', 'http://127.0.0.1:18192/'],
    ['page cache', base + slug],
    ['cold (rendered each time)', `${base}/custom_search?q=steel`],
  ] as const)
    rows.push([name, measureLoad(url)]);
  const of = (i: number): number => rows[i]?.[1].requestsPerSecond ?? Number.NaN;
  console.log(
    `report page: ${plain.length} bytes of HTML, ${raw.length} with brotli 11; ${durationSeconds} s each, 64 connections, server on one core\n`,
  );
  console.log('| what | pages a second | p99 |\n|---|---|---|');
  for (const [name, { requestsPerSecond, p99 }] of rows)
    console.log(`| ${name} | ${Math.round(requestsPerSecond).toLocaleString('en-US')} | ${p99} |`);
  console.log(
    `\npage cache to nginx ${(of(2) / of(0)).toFixed(2)} (aim 0.70), to bare http ${(of(2) / of(1)).toFixed(2)} (aim 0.95)`,
  );
} finally {
  for (const { pid, exitCode } of started)
    if (pid && exitCode === null) process.kill(-pid, 'SIGINT');
  await sleep(3000);
  rmSync(folder, { recursive: true, force: true });
}
