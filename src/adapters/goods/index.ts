import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import type { Goods, PreparedGoods } from '#core/deps.ts';
import { fail, ok, type Outcome } from '#core/kernel/outcome.model.ts';
import { limitConcurrency } from '../limit-concurrency.ts';
import { GoodsProcess } from './goods-process.ts';
import { goodsRefusals } from './refusals.ts';
import type { RawPicture } from './pdf/prove-copy.ts';
import type { GoodsMaster, PreparedBody } from './tasks.ts';
import { WorkFolder } from '../work-folder.ts';

export type GoodsOptions = {
  /** For files under way: nothing else is in it. */
  readonly workFolder: string;
  /** Of the process that opens a file. */
  readonly memoryBytes: number;
  /** Of an uploaded file. */
  readonly maxFileBytes: number;
  /** Tests alone: the program of that process, built as one file. */
  readonly program?: string | undefined;
};

const prepareTimeoutMs = 10 * 60_000;
const tailTimeoutMs = 60_000;
/** The process that makes tails ends after this long without work. */
const idleMs = 60_000;

/**
 * Prepares files of publishers and makes readers' copies of them. Every upload is opened in a new
 * process; a process of its own, that stays for a while, makes the tails.
 */
export function createGoods(options: GoodsOptions): Goods {
  const context = { ...options, folder: new WorkFolder(options.workFolder) };
  const tails = new IdleProcess(context);
  // One at a time: each may take all the memory that files of strangers have.
  const prepare = limitConcurrency(
    (file: Parameters<Goods['prepare']>[0]) => prepareFile(context, file),
    { maxRunning: 1, maxWaiting: 50 },
  );
  return {
    prepare: async (file) =>
      (await prepare(file)) ?? fail('unavailable', 'Many files are being checked. Try again soon.'),
    makeTail: async (master, stamp) => {
      const whole = parseMaster(master);
      if (!whole.ok) return whole;
      const made = await tails.run('makeTail', { master: whole.value, stamp });
      if (!made.ok) throw new Error(`A reader's copy could not be made: ${made.message}`);
      return made;
    },
    prepareCover,
    makeSample: (source) => makeSample(context, source),
  };
}

type Context = GoodsOptions & { readonly folder: WorkFolder };

/** `unavailable` if the file was cut short. */
function parseMaster(bytes: Uint8Array): Outcome<GoodsMaster> {
  try {
    return ok(JSON.parse(Buffer.from(bytes).toString('utf8')) as GoodsMaster);
  } catch {
    return fail('unavailable', 'This PDF is damaged among the store’s files: upload it again.');
  }
}

async function prepareFile(
  context: Context,
  file: Parameters<Goods['prepare']>[0],
): Promise<Outcome<PreparedGoods>> {
  const folder = await context.folder.create();
  const dispose = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    const prepared = await prepareInFolder(context, file, folder);
    if (prepared.ok) return ok({ ...prepared.value, dispose });
    await dispose();
    return prepared;
  } catch (error) {
    await dispose();
    throw error;
  }
}

async function prepareInFolder(
  context: Context,
  file: Parameters<Goods['prepare']>[0],
  folder: string,
): Promise<Outcome<Omit<PreparedGoods, 'dispose'>>> {
  const bodyPath = path.join(folder, 'body');
  const prepared = await runOnce(context, (process) =>
    process.run('prepare', {
      inputPath: file.path,
      bodyPath,
      fileName: file.name,
      maxBytes: context.maxFileBytes,
      ownerPassword: file.ownerPassword,
    }),
  );
  if (!prepared.ok) return prepared;
  const proof = await prove(context, prepared.value, folder);
  if (!proof.ok) return proof;
  const { kind, master, title, pages, warnings } = prepared.value;
  return ok({
    kind,
    title,
    pages,
    warnings,
    ...proof.value,
    bodyBytes: master.bodyBytes,
    master: Buffer.from(JSON.stringify(master)),
    openBody: () => createReadStream(bodyPath),
    openOriginal: () => createReadStream(file.path),
    sizeBytes: (await stat(file.path)).size,
    sha256: await hashFile(file.path),
  });
}

/** A PDF's proof copy, its text and its cover; other files have neither. */
async function prove(
  context: Context,
  { master }: PreparedBody,
  folder: string,
): Promise<Outcome<{ text: string; cover: Uint8Array | undefined }>> {
  if (master.kind !== 'pdf') return ok({ text: '', cover: undefined });
  const bodyPath = path.join(folder, 'body');
  const coverPath = path.join(folder, 'cover');
  const proof = await runOnce(context, (process) =>
    process.run('provePdf', { bodyPath, master, coverPath }),
  );
  if (!proof.ok) return proof;
  const { text, cover } = proof.value;
  return ok({ text, cover: cover && (await encodeCover(cover)) });
}

/**
 * The picture's pixels were drawn by the other process: nothing of the file itself is read here.
 */
async function encodeCover({ path: file, width, height }: RawPicture): Promise<Uint8Array> {
  const raw = { width, height, channels: 4 } as const;
  return sharp(await readFile(file), { raw })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 82 })
    .toBuffer();
}

async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(file)) hash.update(piece as Buffer);
  return hash.digest('hex');
}

const prepareCover: Goods['prepareCover'] = async (file) => {
  try {
    const picture = sharp(file, { limitInputPixels: 50_000_000 });
    const { format } = await picture.metadata();
    if (!['jpeg', 'png', 'webp', 'avif', 'heif'].includes(format))
      return fail('unsupported-type', goodsRefusals.notPicture);
    const jpeg = await picture
      .rotate()
      .resize({ width: 900, height: 1300, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 82 })
      .toBuffer();
    return ok({ jpeg, sha256: await hashFile(file) });
  } catch {
    return fail('unsupported-type', goodsRefusals.notPicture);
  }
};

async function makeSample(
  context: Context,
  source: Parameters<Goods['makeSample']>[0],
): Promise<Outcome<Uint8Array>> {
  const parsed = parseMaster(source.master);
  if (!parsed.ok) return parsed;
  const master = parsed.value;
  if (master.kind !== 'pdf') return fail('unsupported-type', 'Samples can be made only from PDFs.');
  return context.folder.use(async (folder) => {
    const bodyPath = path.join(folder, 'body');
    const samplePath = path.join(folder, 'sample.pdf');
    await writeFile(bodyPath, source.body, { mode: 0o600 });
    const { pages, line } = source;
    const made = await runOnce(context, (process) =>
      process.run('makeSample', { bodyPath, master, samplePath, pages, line }),
    );
    return made.ok ? ok(await readFile(samplePath)) : made;
  });
}

/** Runs work in a new process, which ends with it. */
async function runOnce<Result>(
  { folder, memoryBytes, program }: Context,
  work: (process: GoodsProcess) => Promise<Result>,
): Promise<Result> {
  const process = new GoodsProcess({ folder, memoryBytes, program, timeoutMs: prepareTimeoutMs });
  try {
    return await work(process);
  } finally {
    process.end();
  }
}

/** A process that starts when it is needed and ends when it has long been idle. */
class IdleProcess {
  readonly #process: GoodsProcess;
  #running = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor({ folder, memoryBytes, program }: Context) {
    this.#process = new GoodsProcess({ folder, memoryBytes, program, timeoutMs: tailTimeoutMs });
  }

  run: GoodsProcess['run'] = async (task, input) => {
    clearTimeout(this.#timer);
    this.#running++;
    try {
      return await this.#process.run(task, input);
    } finally {
      if (--this.#running === 0)
        this.#timer = setTimeout(() => this.#process.end(), idleMs).unref();
    }
  };
}
