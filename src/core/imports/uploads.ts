import type { Readable } from 'node:stream';
import { removeUnusedFiles } from '../kernel/file-cleaning.ts';
import type { Tx } from '../deps.ts';
import { attachUpload } from './attach-upload.ts';
import type { ImportDeps } from './deps.ts';
import type { UploadSummary } from './model.ts';
import {
  countUploadedFiles,
  findUploadKeys,
  insertUploads,
  listAbandonedUploads,
  listUploadMessages,
  listWaitingUploads,
  readUploadProgress,
  refuseWaiting,
} from './uploads.store.ts';

/** A process that attaches files touches them more often. */
const abandonedAfterSeconds = 90;
const keyPrefix = 'import-files/';

/** A file as it was sent, or a ZIP of many. */
export type SentUpload = { readonly name: string; readonly openStream: () => Readable };

/** Files for the reports of an import, which a job attaches one by one. */
export class ImportUploads {
  readonly #deps: ImportDeps;

  constructor(deps: ImportDeps) {
    this.#deps = deps;
  }

  /** All of them are kept afterwards, and a worker attaches them soon, in whatever process. */
  async receive(importId: number, sent: readonly SentUpload[], actor: string): Promise<void> {
    const { db, files, generateSecret, clock } = this.#deps;
    const kept: { fileName: string; fileKey: string }[] = [];
    for (const { name, openStream } of sent) {
      const fileKey = `${keyPrefix}${generateSecret()}`;
      await files.put(fileKey, openStream());
      kept.push({ fileName: name.slice(0, 200), fileKey });
    }
    await db.transaction().execute(async (tx) => {
      await insertUploads(tx, kept, { importId, actor, createdAt: clock() });
      await this.#queue(tx, importId);
    });
  }

  /** How far they are, and what became of those before; at most so many messages. */
  async summarize(importId: number, maxMessages: number): Promise<UploadSummary> {
    const { db } = this.#deps;
    return {
      progress: await readUploadProgress(db, importId),
      ...(await countUploadedFiles(db, importId)),
      messages: await listUploadMessages(db, importId, maxMessages),
    };
  }

  /** Works on what waits until nothing does. Any number of processes may do so at once. */
  async attachWaiting(importId: number): Promise<void> {
    for (;;) {
      const waiting = await listWaitingUploads(this.#deps.db, importId);
      if (waiting.length === 0) return;
      for (const upload of waiting) await attachUpload(this.#deps, importId, upload);
    }
  }

  /**
   * Files that wait are not attached; those that were stay with their reports. One that is being
   * attached is the last. False where none waited. Their bytes are removed at night.
   */
  cancel(importId: number): Promise<boolean> {
    const { db, clock } = this.#deps;
    const refusal = 'It was cancelled before it was attached.';
    return db
      .transaction()
      .execute((tx) => refuseWaiting(tx, importId, { finishedAt: clock(), refusal }));
  }

  #queue(tx: Tx, importId: number): Promise<void> {
    // One after the other: a ZIP takes minutes, and emails need the worker's other places.
    const options = { queueName: 'import-files', isLongRunning: true };
    const dedupeKey = `files of import ${importId}`;
    return this.#deps.enqueue(
      tx,
      'imports.attachFiles',
      { id: importId },
      { ...options, dedupeKey },
    );
  }

  /** Jobs of the worker. */
  get jobs() {
    return {
      'imports.attachFiles': ({ id }: { readonly id: number }): Promise<void> =>
        this.attachWaiting(id),
      /** Continues with files whose process is gone. */
      'imports.resumeFiles': async (): Promise<void> => {
        const { db } = this.#deps;
        const ids = await listAbandonedUploads(db, abandonedAfterSeconds);
        for (const id of ids) await db.transaction().execute((tx) => this.#queue(tx, id));
      },
      /** Files that a killed process left without a row are gone. */
      'imports.removeUnusedFiles': (): Promise<void> =>
        removeUnusedFiles(this.#deps, keyPrefix, (keys) => findUploadKeys(this.#deps.db, keys)),
    };
  }
}
