import { recordAudit } from '../kernel/audit.ts';
import { attachOne, refuse, type AttachedByName } from './attach-files.ts';
import type { ImportDeps } from './deps.ts';
import { publishReady } from './publish-ready.ts';
import { UnreadableFileError } from './sheet.model.ts';
import {
  beginUpload,
  finishUpload,
  listAttachedCodes,
  saveUploadedFile,
  type WaitingUpload,
} from './uploads.store.ts';

/** After so many files the reports that waited for them are published. */
const publishEvery = 20;
/** A file at which the process ended so often is refused; twice as often, all after it. */
const maxTries = 3;

/**
 * Its files belong to the reports of their names afterwards, from the one on at which an earlier
 * process stood, and reports of the import that waited for them are published. Each file is noted
 * as it is through. Throws the fault of a file, which is tried again and then refused.
 */
export async function attachUpload(
  deps: ImportDeps,
  importId: number,
  upload: WaitingUpload,
): Promise<void> {
  const begun = await beginUpload(deps.db, upload.id);
  if (!begun) return;
  let refusal: string | undefined;
  try {
    if (begun.tries > maxTries * 2) throw new UnreadableFileError('It can’t be read here.');
    await attachRest(deps, importId, { ...upload, ...begun });
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
    refusal = refuse(upload.fileName, error.message).message;
  }
  const codes = await listAttachedCodes(deps.db, upload.id);
  await publish(deps, importId, upload, codes);
  await finish(deps, importId, upload, { refusal, reportsWithFiles: codes.length });
}

async function attachRest(
  deps: ImportDeps,
  importId: number,
  upload: WaitingUpload & { readonly done: number; readonly tries: number },
): Promise<void> {
  const { id, fileName, fileKey, done, tries } = upload;
  const content = await deps.files.read(fileKey);
  if (!content) throw new UnreadableFileError('It is no longer here. Send it again.');
  const sent = { fileName, isArchive: /\.zip$/i.test(fileName), skip: done };
  let position = done;
  let codes: string[] = [];
  for await (const file of deps.sheets.receiveFiles(content, sent)) {
    position++;
    const isGivenUp = position === done + 1 && tries > maxTries;
    const one = isGivenUp ? giveUp(file.fileName) : await attachOne(deps, file);
    const { file: name, code = null, message = null } = one;
    const row = { position, fileName: name, code, message };
    const goesOn = await deps.db
      .transaction()
      .execute((tx) => saveUploadedFile(tx, id, row, file.count));
    if (code !== null) codes.push(code);
    if (!goesOn) return;
    if (codes.length < publishEvery) continue;
    await publish(deps, importId, upload, codes);
    codes = [];
  }
  if (position === 0) throw new UnreadableFileError('There are no files in it.');
}

const giveUp = (fileName: string): AttachedByName =>
  refuse(
    fileName.slice(0, 200),
    `The check of this file ended without an answer ${maxTries} times. Save it again and send it.`,
  );

const toActor = ({ actor }: WaitingUpload, importId: number) => ({
  programName: `${actor} (files of import ${importId})`,
});

/** An import that was undone meanwhile publishes nothing: the refusal is right, and nobody's. */
const publish = (
  deps: ImportDeps,
  importId: number,
  upload: WaitingUpload,
  codes: readonly string[],
) => publishReady(deps, importId, { codes, actor: toActor(upload, importId) });

async function finish(
  deps: ImportDeps,
  importId: number,
  upload: WaitingUpload,
  { refusal, ...counted }: { refusal: string | undefined; readonly reportsWithFiles: number },
): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    if (!(await finishUpload(tx, upload.id, deps.clock(), refusal))) return;
    await recordAudit(tx, deps, {
      actor: toActor(upload, importId),
      verb: 'import.run',
      thing: { kind: 'import', id: String(importId) },
      change: { after: { file: upload.fileName, ...counted } },
    });
  });
  await deps.files.remove(upload.fileKey);
}
