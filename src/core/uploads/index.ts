import { Readable } from 'node:stream';
import type { Deps } from '../deps.ts';
import { cleanText } from '../kernel/clean-text.model.ts';
import { fail, ok, type Outcome } from '../kernel/outcome.model.ts';
import { maxUploadBytes, type KeptUpload } from './model.ts';
import {
  deleteUpload,
  findPartKeys,
  findUpload,
  insertPart,
  insertUpload,
  listOldUploads,
  listPartKeys,
} from './uploads.store.ts';

const keyPrefix = 'upload-parts/';
/** A part is kept after so many bytes or so long: what a killed process loses is less. */
const partBytes = 4 * 2 ** 20;
const partMs = 5000;
const dayMs = 86_400_000;
/** Of one owner at once, finished ones too until a form has taken them. */
const limits = { maxCount: 200, maxBytes: 4 * maxUploadBytes };

/**
 * Files that come in as many requests as their line needs, through whichever process. Each belongs
 * to who began it: for everybody else it is not there. A day after its last byte it is removed.
 */
export class Uploads {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Answers its id. `too-large`; `rate-limited` where the owner has too much under way. */
  async create(
    owner: string,
    { fileName, sizeBytes }: Pick<KeptUpload, 'fileName' | 'sizeBytes'>,
  ): Promise<Outcome<string>> {
    const { db, generateSecret, clock } = this.#deps;
    if (sizeBytes > maxUploadBytes)
      return fail('too-large', `The file is larger than ${maxUploadBytes / 2 ** 20} MB.`);
    const id = generateSecret();
    const name = cleanText(fileName).slice(0, 200);
    const upload = { id, owner, fileName: name, sizeBytes, touchedAt: clock() };
    const isKept = await db.transaction().execute((tx) => insertUpload(tx, upload, limits));
    if (isKept) return ok(id);
    return fail('rate-limited', 'Too many files of yours are waiting. Use or remove some first.');
  }

  /** undefined where the owner has none of this id. */
  find(owner: string, id: string): Promise<KeptUpload | undefined> {
    return findUpload(this.#deps.db, owner, id);
  }

  /**
   * Keeps the bytes that come from this offset on, and answers where the file then ends. Where they
   * break off, what came before is kept, and their error is thrown. `not-found`; `conflict` where the
   * file ends elsewhere, or another request went on; `too-large` for more than was said.
   */
  async append(
    owner: string,
    id: string,
    offset: number,
    chunks: AsyncIterable<Uint8Array>,
  ): Promise<Outcome<number>> {
    const upload = await this.find(owner, id);
    if (!upload) return fail('not-found', 'There is no such upload.');
    if (upload.receivedBytes !== offset) return failElsewhere();
    const part = new Part(() => this.#deps.clock().getTime());
    let end = offset;
    const keep = async (): Promise<boolean> => {
      const bytes = part.take();
      if (bytes.length > 0 && !(await this.#keepPart(id, end, bytes))) return false;
      end += bytes.length;
      return true;
    };
    try {
      for await (const chunk of chunks) {
        if (end + part.size + chunk.length > upload.sizeBytes)
          return fail('too-large', 'The file is longer than was said.');
        part.add(chunk);
        if (part.isFull && !(await keep())) return failElsewhere();
      }
    } catch (error) {
      await keep();
      throw error;
    }
    return (await keep()) ? ok(end) : failElsewhere();
  }

  /** The whole file. `not-found`; `conflict` while parts of it are missing. */
  async open(
    owner: string,
    id: string,
  ): Promise<Outcome<KeptUpload & { readonly stream: Readable }>> {
    const upload = await this.find(owner, id);
    if (!upload)
      return fail('not-found', 'The uploaded file is no longer here. Please choose it again.');
    if (upload.receivedBytes < upload.sizeBytes)
      return fail('conflict', `${upload.fileName} has not arrived completely. Upload it again.`);
    const keys = await listPartKeys(this.#deps.db, id);
    return ok({ ...upload, stream: Readable.from(this.#read(keys), { objectMode: false }) });
  }

  /** Nothing of it is left. */
  async remove(owner: string, id: string): Promise<void> {
    if (await this.find(owner, id)) await this.#remove(id);
  }

  /** Jobs of the worker. */
  get jobs() {
    return {
      'uploads.removeOld': async (): Promise<void> => {
        const { db, clock } = this.#deps;
        if (!(await this.#deps.fileCleaning.mayClean())) return;
        const old = await listOldUploads(db, new Date(clock().getTime() - dayMs));
        for (const id of old) await this.#remove(id);
        await this.#deps.fileCleaning.removeUnused(keyPrefix, (keys) => findPartKeys(db, keys));
      },
    };
  }

  async *#read(keys: readonly string[]): AsyncGenerator<Uint8Array> {
    for (const key of keys) {
      const stream = await this.#deps.files.read(key);
      if (!stream) throw new Error(`The part ${key} of an upload is not there`);
      yield* stream as AsyncIterable<Uint8Array>;
    }
  }

  async #keepPart(uploadId: string, offsetBytes: number, bytes: Uint8Array): Promise<boolean> {
    const { db, files, generateSecret, clock } = this.#deps;
    const fileKey = `${keyPrefix}${uploadId}/${generateSecret()}`;
    await files.put(fileKey, bytes);
    const part = { uploadId, offsetBytes, bytes: bytes.length, fileKey };
    const isKept = await db.transaction().execute((tx) => insertPart(tx, part, clock()));
    if (!isKept) await files.remove(fileKey);
    return isKept;
  }

  async #remove(id: string): Promise<void> {
    const { db, files } = this.#deps;
    // Also what a killed process had put there and not yet told the database.
    for await (const { key } of files.list(`${keyPrefix}${id}/`)) await files.remove(key);
    await deleteUpload(db, id);
  }
}

const failElsewhere = () =>
  fail('conflict', 'The upload stands elsewhere by now. Ask where, and go on from there.');

/** Bytes that are not kept yet. */
class Part {
  readonly #now: () => number;
  #chunks: Uint8Array[] = [];
  #sinceMs: number;
  size = 0;

  constructor(now: () => number) {
    this.#now = now;
    this.#sinceMs = now();
  }

  get isFull(): boolean {
    return this.size >= partBytes || this.#now() - this.#sinceMs >= partMs;
  }

  add(chunk: Uint8Array): void {
    this.#chunks.push(chunk);
    this.size += chunk.length;
  }

  take(): Buffer {
    const bytes = Buffer.concat(this.#chunks);
    this.#chunks = [];
    this.size = 0;
    this.#sinceMs = this.#now();
    return bytes;
  }
}
