/**
 * `node bench/import.ts [rows]`: an import of 100,000 rows with 12 columns by the command line, from
 * CSV and from XLSX (Excel's way, with shared strings), then its undo and an export. Time, and the
 * peak of resident memory of the command; beside it a visitor reads pages of the running store.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres } from '#adapters/database/embedded-postgres.ts';
import { writeCsv } from '#adapters/sheets/write-csv.ts';
import { streamZip } from '#adapters/zip/write-zip.ts';
import { startBuiltApp } from './support/program.ts';

const rowCount = Number(process.argv[2] ?? 100_000);
const folder = mkdtempSync(path.join(os.tmpdir(), 'reportstand-import-'));
const database = await startEmbeddedPostgres(folder, () => {});
const env = {
  PORT: '18390',
  DATA_DIR: path.join(folder, 'data'),
  DATABASE_URL: database.url,
};

const headers =
  'code,title,industry,state,published_on,pages,price_single,price_corporate,short_description,body_html,toc,companies'.split(
    ',',
  );
const sentence = 'Demand in the covered countries grew in nine of the last ten years. ';

function* createRows(): Generator<string[]> {
  for (let n = 0; n < rowCount; n++)
    yield [
      `BE-${n}`,
      `Market ${n}: Production, Trade and Prices`,
      'Benchmarks',
      'published',
      `20${10 + (n % 16)}-0${1 + (n % 9)}-15`,
      String(40 + (n % 300)),
      String(1000 + (n % 3000)),
      String(5000 + (n % 3000)),
      `Production, trade and prices of product ${n}, with an outlook.`,
      `<h2>Product ${n}</h2><p>${sentence.repeat(8)}</p><ul><li>${sentence}</li><li>${n}</li></ul>`,
      `1 Summary\n1.1 Product ${n}\n2 Market\n2.1 Trade\n2.2 Prices`,
      `Company ${n % 977}; Company ${n % 991}; Company ${n % 997}`,
    ];
}

async function* streamRows(): AsyncGenerator<string[]> {
  yield* createRows();
}

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** As Excel writes it: each text once, all of them together. */
async function* streamSharedStrings(): AsyncGenerator<string> {
  yield '<sst>';
  for (const cells of [headers, ...createRows()])
    yield cells.map((cell) => `<si><t xml:space="preserve">${escapeXml(cell)}</t></si>`).join('');
  yield '</sst>';
}

async function* streamSheet(): AsyncGenerator<string> {
  yield '<worksheet><sheetData>';
  for (let row = 0; row <= rowCount; row++) {
    const cells = headers.map(
      (_, column) => `<c t="s"><v>${row * headers.length + column}</v></c>`,
    );
    yield `<row>${cells.join('')}</row>`;
  }
  yield '</sheetData></worksheet>';
}

async function* toStream(text: string): AsyncGenerator<string> {
  yield text;
}

async function writeFiles(): Promise<{ readonly csv: string; readonly xlsx: string }> {
  const csv = path.join(folder, 'reports.csv');
  const xlsx = path.join(folder, 'reports.xlsx');
  await pipeline(Readable.from(writeCsv(headers, streamRows())), createWriteStream(csv));
  const parts = streamZip([
    [
      'xl/workbook.xml',
      toStream('<workbook xmlns:r="r"><sheets><sheet r:id="a"/></sheets></workbook>'),
    ],
    [
      'xl/_rels/workbook.xml.rels',
      toStream(
        '<Relationships><Relationship Id="a" Target="worksheets/sheet1.xml"/></Relationships>',
      ),
    ],
    ['xl/sharedStrings.xml', streamSharedStrings()],
    ['xl/worksheets/sheet1.xml', streamSheet()],
  ]);
  await pipeline(Readable.from(parts), createWriteStream(xlsx));
  return { csv, xlsx };
}

/** Prints what a command took; answers the number of the import that it names. */
async function measure(name: string, script: string, ...options: string[]): Promise<string> {
  const startedAt = performance.now();
  // As `npm run import` starts it.
  const flags = ['--max-old-space-size=192', '--max-semi-space-size=8'];
  const child = spawn(process.execPath, [...flags, script, ...options], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (text: Buffer) => (output += text.toString()));
  const exited = once(child, 'exit');
  let peakMb = 0;
  let cpuSeconds = 0;
  while (child.exitCode === null) {
    peakMb = Math.max(peakMb, readPeakMb(child.pid ?? 0));
    cpuSeconds = Math.max(cpuSeconds, readCpuSeconds(child.pid ?? 0));
    await Promise.race([exited, sleep(200)]);
  }
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(
    `${name}: ${seconds.toFixed(0)} s, of which CPU ${cpuSeconds.toFixed(0)} s, ` +
      `peak ${peakMb.toFixed(0)} MB, exit ${child.exitCode}`,
  );
  return /^Import (\d+)/m.exec(output)?.[1] ?? '';
}

function readPeakMb(processId: number): number {
  try {
    const status = readFileSync(`/proc/${processId}/status`, 'utf8');
    return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** Of the kernel and the program, in hundredths (proc(5), fields 14 and 15). */
function readCpuSeconds(processId: number): number {
  try {
    const fields = readFileSync(`/proc/${processId}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return 0;
  }
}

/** A visitor reads a page ten times a second until told to stop; times in ms. */
function startVisitor(url: string): () => Promise<number[]> {
  const times: number[] = [];
  const stopped = new AbortController();
  const visits = (async () => {
    for (let n = 0; !stopped.signal.aborted; n++) {
      const startedAt = performance.now();
      // In turns a cached page, and one that is rendered each time.
      await (await fetch(n % 2 === 0 ? url : `${url}/custom_search?q=market&page=1&n=${n}`)).text();
      times.push(performance.now() - startedAt);
      await sleep(100);
    }
  })();
  return async () => {
    stopped.abort();
    await visits;
    return times.toSorted((a, b) => a - b);
  };
}

const files = await writeFiles();
const running = await startBuiltApp(env);
const stopVisitor = startVisitor(running.url);
const create = ['--industries', 'create'];
const id = await measure('import, CSV', 'scripts/import-cli.ts', files.csv, ...create);
await measure('the same file again, XLSX', 'scripts/import-cli.ts', files.xlsx);
await measure('export, CSV', 'scripts/export-cli.ts', path.join(folder, 'out.csv'));
await measure('undo', 'scripts/import-cli.ts', '--undo', id);
await measure('import, XLSX', 'scripts/import-cli.ts', files.xlsx);
const times = await stopVisitor();
const at = (share: number): string => (times[Math.floor(times.length * share)] ?? 0).toFixed(0);
console.log(`a visitor meanwhile: ${times.length} pages, median ${at(0.5)} ms, p99 ${at(0.99)} ms`);
await running.stop();
await database.stop();
rmSync(folder, { recursive: true, force: true });
