import { createReadStream, mkdirSync, rmSync } from 'node:fs';
import { open, readFile, rm, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import type { UploadedFile } from '#core/kernel/submitted-form.model.ts';

type UploadLimits = { readonly maxAtOnce: number; readonly maxPerClient: number };

const defaultLimits: UploadLimits = { maxAtOnce: 8, maxPerClient: 2 };

/**
 * Uploads under way, each in a temporary file until its request is answered. Few at once: each holds
 * a place while it arrives, and one visitor can't take all places.
 */
export class UploadFolder {
  readonly #folder: string;
  readonly #limits: UploadLimits;
  readonly #countByClient = new Map<string, number>();
  #count = 0;

  /** The folder is there and empty afterwards: files that a killed process left are removed. */
  constructor(folder: string, limits = defaultLimits) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#folder = folder;
    this.#limits = limits;
  }

  /** A place for one more upload of this client; undefined if all are taken. Release it. */
  reserve(clientIp: string): TemporaryUpload | undefined {
    const ofClient = this.#countByClient.get(clientIp) ?? 0;
    if (this.#count >= this.#limits.maxAtOnce || ofClient >= this.#limits.maxPerClient)
      return undefined;
    this.#count++;
    this.#countByClient.set(clientIp, ofClient + 1);
    return new TemporaryUpload(path.join(this.#folder, crypto.randomUUID()), () => {
      this.#count--;
      const remaining = (this.#countByClient.get(clientIp) ?? 1) - 1;
      if (remaining > 0) this.#countByClient.set(clientIp, remaining);
      else this.#countByClient.delete(clientIp);
    });
  }
}

/** One upload's file and its place among the uploads under way. */
export class TemporaryUpload {
  readonly #path: string;
  readonly #freePlace: () => void;
  #handle: FileHandle | undefined;
  #sizeBytes = 0;
  #isReleased = false;

  constructor(filePath: string, freePlace: () => void) {
    this.#path = filePath;
    this.#freePlace = freePlace;
  }

  /** Another file in the same place, which is free only once this one is released as well. */
  openNext(): TemporaryUpload {
    return new TemporaryUpload(`${this.#path}-${crypto.randomUUID()}`, () => {});
  }

  get sizeBytes(): number {
    return this.#sizeBytes;
  }

  async write(chunk: Uint8Array): Promise<void> {
    this.#handle ??= await open(this.#path, 'wx', 0o600);
    await this.#handle.writeFile(chunk);
    this.#sizeBytes += chunk.length;
  }

  /** The whole file, once everything is written; undefined for one of which nothing was written. */
  async finish(name: string): Promise<UploadedFile | undefined> {
    if (!this.#handle) return undefined;
    await this.#handle.close();
    this.#handle = undefined;
    return {
      name,
      sizeBytes: this.#sizeBytes,
      path: this.#path,
      readBytes: () => readFile(this.#path),
      openStream: () => createReadStream(this.#path),
    };
  }

  /** The file is gone and its place free afterwards, however often this is called. */
  async release(): Promise<void> {
    if (this.#isReleased) return;
    this.#isReleased = true;
    try {
      await this.#handle?.close();
      await rm(this.#path, { force: true });
    } finally {
      this.#freePlace();
    }
  }
}
