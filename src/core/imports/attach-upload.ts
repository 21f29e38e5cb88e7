import { formatCount, formatNumber } from '../kernel/count-words.model.ts';
import type { LongWorkResult } from '../kernel/long-work.model.ts';
import type { RunningWork } from '../kernel/long-work.ts';
import { refuse, type AttachedByName, type FileAttaching } from './attach-files.ts';
import type { ImportDeps } from './deps.ts';
import type { ReadyPublishing } from './publish-ready.ts';
import { UnreadableFileError } from './sheet.model.ts';
import {
  countFiles,
  finishUpload,
  listAttachedCodes,
  saveUploadDone,
  saveUploadedFile,
  type WaitingUpload,
} from './uploads.store.ts';

/** After so many files the reports that waited for them are published. */
const publishEvery = 20;
/** A file at which the work ended so often is refused; twice as often, all after it. */
const maxTries = 2;

/** An upload of an import, and all that came with it. */
export type UploadOfImport = {
  readonly importId: number;
  readonly uploadIds: readonly number[];
  readonly upload: WaitingUpload;
};

/** Attaches the files of an upload one by one. */
export class UploadAttaching {
  readonly #deps: ImportDeps;
  readonly #attaching: FileAttaching;
  readonly #ready: ReadyPublishing;

  constructor(
    deps: ImportDeps,
    parts: { readonly files: FileAttaching; readonly ready: ReadyPublishing },
  ) {
    this.#deps = deps;
    this.#attaching = parts.files;
    this.#ready = parts.ready;
  }

  /**
   * Its files belong to the reports of their names afterwards, from the one on at which an earlier
   * process stood, and reports of the import that waited for them are published. Each file is noted
   * as it is through. Throws the fault of a file, which is tried again and then refused.
   */
  async attach(work: RunningWork, given: UploadOfImport): Promise<void> {
    const { upload } = given;
    let refusal: string | undefined;
    try {
      if (work.tries > maxTries * 2) throw new UnreadableFileError('It can’t be read here.');
      await this.#attachRest(work, given);
    } catch (error) {
      if (!(error instanceof UnreadableFileError)) throw error;
      refusal = refuse(upload.fileName, error.message).message;
    }
    const codes = await listAttachedCodes(this.#deps.db, upload.id);
    await this.#publish(given, codes);
    await this.#finish(work, given, { refusal, reportsWithFiles: codes.length });
  }

  async #attachRest(work: RunningWork, given: UploadOfImport): Promise<void> {
    const { id, fileName, fileKey, done } = given.upload;
    const content = await this.#deps.files.read(fileKey);
    if (!content) throw new UnreadableFileError('It is no longer here. Send it again.');
    const sent = { fileName, isArchive: /\.zip$/i.test(fileName), skip: done };
    let position = done;
    let codes: string[] = [];
    for await (const file of this.#deps.sheets.receiveFiles(content, sent)) {
      position++;
      const isGivenUp = work.tries > maxTries;
      const one = isGivenUp ? giveUp(file.fileName) : await this.#attaching.attachOne(file);
      const { file: name, code = null, message = null } = one;
      // It is so, whoever has the work by now.
      await saveUploadedFile(this.#deps.db, id, { position, fileName: name, code, message });
      await work.commit(async (tx) => {
        await saveUploadDone(tx, id, { done: position, fileCount: file.count });
        return {
          ...(await countFiles(tx, given.uploadIds)),
          position: { step: 'File' },
          result: describeAttached(given.importId, work.result, code !== null),
        };
      });
      if (code !== null) codes.push(code);
      if (codes.length < publishEvery) continue;
      await this.#publish(given, codes);
      codes = [];
    }
    if (position === 0) throw new UnreadableFileError('There are no files in it.');
  }

  /** An import that was undone meanwhile publishes nothing: the refusal is right, and nobody's. */
  #publish(given: UploadOfImport, codes: readonly string[]) {
    return this.#ready.publish(given.importId, { codes, actor: toActor(given) });
  }

  async #finish(
    work: RunningWork,
    given: UploadOfImport,
    { refusal, ...counted }: { refusal: string | undefined; readonly reportsWithFiles: number },
  ): Promise<void> {
    const { importId, upload } = given;
    await work.commit(async (tx) => {
      await finishUpload(tx, upload.id, this.#deps.clock(), refusal);
      await this.#deps.audit.record(tx, {
        actor: toActor(given),
        verb: 'import.run',
        thing: { kind: 'import', id: String(importId) },
        change: { after: { file: upload.fileName, ...counted } },
      });
      if (refusal === undefined) return {};
      return { result: describeAttached(importId, work.result, false) };
    });
    await this.#deps.files.remove(upload.fileKey);
  }
}

const giveUp = (fileName: string): AttachedByName =>
  refuse(
    fileName.slice(0, 200),
    'The check of this file ended without an answer twice. Save it again and send it.',
  );

function describeAttached(
  importId: number,
  { counts = {} }: LongWorkResult,
  isAttached: boolean,
): LongWorkResult {
  const attached = (counts['attached'] ?? 0) + (isAttached ? 1 : 0);
  const refused = (counts['refused'] ?? 0) + (isAttached ? 0 : 1);
  const files = formatCount(attached, 'file');
  const rest = refused > 0 ? `, ${formatNumber(refused)} refused` : '';
  return {
    message: `${files} attached${rest}.`,
    counts: { attached, refused },
    href: `/admin/imports/${importId}`,
  };
}

const toActor = ({ importId, upload }: UploadOfImport) => ({
  programName: `${upload.actor} (files of import ${importId})`,
});
