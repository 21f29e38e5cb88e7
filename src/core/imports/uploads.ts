/** Files that staff send for the reports of an import: kept first, then attached as long work. */
import type { Readable } from 'node:stream';
import { getActorName, type Actor } from '../kernel/audit.ts';
import type { RunningWork } from '../kernel/long-work.ts';
import { ok, type Outcome } from '../kernel/outcome.model.ts';
import { UploadAttaching } from './attach-upload.ts';
import type { ImportDeps } from './deps.ts';
import type { UploadSummary } from './model.ts';
import {
  countUploadedFiles,
  findUploadKeys,
  insertUploads,
  listUploadMessages,
  listWaitingUploads,
  readUploadProgress,
  refuseUploads,
} from './uploads.store.ts';

const kind = 'import.files';
const keyPrefix = 'import-files/';
/** A large ZIP is copied and opened anew in each slice. */
const sliceMs = 600_000;

type UploadInput = { readonly importId: number; readonly uploadIds: readonly number[] };

/** A file as it was sent, or a ZIP of many. */
export type SentUpload = { readonly name: string; readonly openStream: () => Readable };

/** Files for the reports of an import, which a worker attaches one by one. */
export class ImportUploads {
  readonly #deps: ImportDeps;
  readonly #attaching: UploadAttaching;

  constructor(deps: ImportDeps, parts: ConstructorParameters<typeof UploadAttaching>[1]) {
    this.#deps = deps;
    this.#attaching = new UploadAttaching(deps, parts);
    deps.longWork.define(kind, {
      lane: 'files',
      sliceMs,
      // What is refused here is sent again, under the eyes of who sent it.
      mayGoOn: false,
      run: (work) => this.#attachWaiting(work),
      onStopped: async (tx, input, sentence) => {
        const refusal = sentence ?? 'It was cancelled before it was attached.';
        const { uploadIds } = input as UploadInput;
        await refuseUploads(tx, uploadIds, { finishedAt: deps.clock(), refusal });
      },
    });
  }

  /**
   * All of them are kept afterwards, and a worker attaches them soon, in whatever process: answers
   * the number of the work. A form that comes again is the same work. `forbidden`.
   */
  async receive(
    actor: Actor,
    importId: number,
    sent: readonly SentUpload[],
  ): Promise<Outcome<number>> {
    const { files, generateSecret, clock, longWork } = this.#deps;
    const kept: { fileName: string; fileKey: string }[] = [];
    for (const { name, openStream } of sent) {
      const fileKey = `${keyPrefix}${generateSecret()}`;
      await files.put(fileKey, openStream());
      kept.push({ fileName: name.slice(0, 200), fileKey });
    }
    let isNew = false;
    const begun = await longWork.begin(actor, {
      kind,
      verb: 'import.run',
      prepare: async (tx) => {
        isNew = true;
        const shared = { importId, actor: getActorName(actor), createdAt: clock() };
        const input: UploadInput = { importId, uploadIds: await insertUploads(tx, kept, shared) };
        const thing = { kind: 'import', id: String(importId) };
        const change = { after: { filesReceived: sent.length } };
        await this.#deps.audit.record(tx, { actor, verb: 'import.run', thing, change });
        return ok({ title: `Attach files of import ${importId}`, input, total: sent.length });
      },
    });
    if (!isNew) for (const { fileKey } of kept) await files.remove(fileKey);
    return begun;
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

  async #attachWaiting(work: RunningWork): Promise<void> {
    const { importId, uploadIds } = work.input as UploadInput;
    for (const upload of await listWaitingUploads(this.#deps.db, uploadIds))
      await this.#attaching.attach(work, { importId, uploadIds, upload });
    await work.finish(async () => ({}));
  }

  /** Jobs of the worker. */
  get jobs() {
    return {
      /** Files that a killed process left without a row are gone. */
      'imports.removeUnusedFiles': (): Promise<void> =>
        this.#deps.fileCleaning.removeUnused(keyPrefix, (keys) =>
          findUploadKeys(this.#deps.db, keys),
        ),
    };
  }
}
