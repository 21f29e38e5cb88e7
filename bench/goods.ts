/**
 * `node bench/goods.ts [pages] [megabytes]`: a PDF of so many pages and so large (500 and 95), made
 * here: seconds and memory of its check, and what readers' copies cost. Linux alone: memory is read
 * from /proc.
 */
import { randomBytes } from 'node:crypto';
import {
  createWriteStream,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { createGoods } from '#adapters/goods/index.ts';

const [pages = 500, megabytes = 95] = process.argv.slice(2).map(Number);
const folder = mkdtempSync(path.join(os.tmpdir(), 'reportstand-goods-'));

/** Text and a picture of noise on every page. */
async function writePdf(file: string): Promise<void> {
  const pdf = new PDFDocument({ autoFirstPage: false, info: { Title: 'A large report' } });
  const output = createWriteStream(file);
  pdf.pipe(output);
  const side = Math.round(Math.sqrt((megabytes * 2 ** 20) / pages / 0.93));
  for (let page = 1; page <= pages; page++) {
    const raw = { width: side, height: side, channels: 3 } as const;
    const picture = await sharp(randomBytes(side * side * 3), { raw })
      .jpeg({ quality: 92 })
      .toBuffer();
    pdf.addPage({ size: 'A4' });
    pdf.image(picture, 60, 300, { width: 470 });
    pdf.text(`Page ${page}. ${'Steel is made of iron and coal. '.repeat(40)}`, 60, 60);
  }
  pdf.end();
  await finished(output);
}

/** The largest resident memory of this process's children while the work runs, in MB. */
async function measureChildren<Result>(work: () => Promise<Result>) {
  let peakKb = 0;
  const timer = setInterval(() => {
    for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      try {
        const status = readFileSync(`/proc/${id}/status`, 'utf8');
        if (!status.includes(`PPid:\t${process.pid}\n`)) continue;
        peakKb = Math.max(peakKb, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0));
      } catch {
        // It has just ended.
      }
    }
  }, 25);
  const before = performance.now();
  const result = await work();
  clearInterval(timer);
  return {
    result,
    seconds: (performance.now() - before) / 1000,
    peakMb: Math.round(peakKb / 1024),
  };
}

const file = path.join(folder, 'large.pdf');
await writePdf(file);
const goods = createGoods({
  workFolder: path.join(folder, 'work'),
  memoryBytes: 1536 * 2 ** 20,
  maxFileBytes: 600 * 2 ** 20,
});
const megabytesOf = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MB`;
const checked = await measureChildren(() => goods.prepare({ path: file, name: 'large.pdf' }));
if (!checked.result.ok) throw new Error(checked.result.message);
const { master, bodyBytes, dispose } = checked.result.value;
console.log(
  `${pages} pages, ${megabytesOf(statSync(file).size)}: checked in ${checked.seconds.toFixed(1)} s ` +
    `with ${checked.peakMb} MB, body ${megabytesOf(bodyBytes)}, master ${Math.round(master.length / 1024)} KB`,
);
const stamp = { company: 'Ωμέγα', licence: 'Single user', order: 'QI-000042', date: '21 Nov 2026' };
await goods.makeTail(master, { ...stamp, buyer: 'warm' });
for (const buyer of ['Łukasz Żółć', '李明', 'محمد عبد', 'रवि']) {
  let bestMs = Infinity;
  let bytes = 0;
  for (let i = 0; i < 5; i++) {
    const before = performance.now();
    const tail = await goods.makeTail(master, { ...stamp, buyer });
    bytes = tail.ok ? tail.value.length : 0;
    bestMs = Math.min(bestMs, performance.now() - before);
  }
  console.log(
    `a copy for ${buyer}: ${Math.round(bestMs)} ms, ${Math.round(bytes / 1024)} KB of tail`,
  );
}
await dispose();
rmSync(folder, { recursive: true, force: true });
