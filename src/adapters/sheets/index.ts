import { type FileHandle, open, rm } from 'node:fs/promises';
import type { FileStorage } from '#core/deps.ts';
import {
  UnreadableFileError,
  type SheetFiles,
  type SheetRow,
  type ReceivedFile,
  type SentFile,
} from '#core/imports/sheet.model.ts';
import { copyToScratchFile } from './local-copy.ts';
import { WorkFolder } from '../work-folder.ts';
import { nameColumns } from './raw-row.ts';
import { readCsv } from './read-csv.ts';
import { readJsonLines, writeJsonLines } from './json-lines.ts';
import { writeCsv } from './write-csv.ts';
import { writeXlsx } from './xlsx/write-xlsx.ts';
import { readXlsx } from './xlsx/read-xlsx.ts';
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { listFiles } from './unpack-files.ts';

/** CSV, XLSX and JSON Lines as streams; `scratchFolder` holds what does not fit into memory. */
export function createSheetFiles(
  files: Pick<FileStorage, 'read'>,
  scratchFolder: string,
): SheetFiles {
  const workFolder = new WorkFolder(scratchFolder);
  return {
    readRows: async function* (fileKey) {
      const content = await files.read(fileKey);
      if (!content) throw new UnreadableFileError('The file no longer exists. Send it again.');
      yield* readRows(await copyToScratchFile(content, scratchFolder), scratchFolder);
    },
    readFile: async function* (file) {
      yield* readRows(await open(file), scratchFolder);
    },
    receiveFiles: (content, sent) => receiveFiles(content, sent, workFolder),
    writeRows: (format, headers, rows) => {
      if (format === 'csv') return writeCsv(headers, rows);
      return format === 'xlsx' ? writeXlsx(headers, rows) : writeJsonLines(headers, rows);
    },
  };
}

/** Closes the file afterwards. */
async function* readRows(handle: FileHandle, scratchFolder: string): AsyncGenerator<SheetRow> {
  try {
    yield* await openRows(handle, scratchFolder);
  } finally {
    await handle.close();
  }
}

/** The format is told by the first bytes: names lie. */
async function openRows(
  handle: FileHandle,
  scratchFolder: string,
): Promise<AsyncGenerator<SheetRow>> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(64), 0, 64, 0);
  const start = buffer.subarray(0, bytesRead).toString('latin1');
  if (start.startsWith('PK')) return nameColumns(readXlsx(handle, scratchFolder));
  if (start.startsWith('\u00D0\u00CF\u0011\u00E0'))
    throw new UnreadableFileError('The file is an .xls or has a password. Save it as plain .xlsx.');
  if (/^(%PDF|<|\{\\rtf)/.test(start))
    throw new UnreadableFileError(
      'This file is neither CSV, XLSX nor JSON Lines. Save the table as one of these.',
    );
  const text = start.replace(/^\u00EF\u00BB\u00BF/, '').trimStart();
  if (text.startsWith('{')) return readJsonLines(handle);
  if (/^\[\s*(\{|\])/.test(text))
    throw new UnreadableFileError(
      'This file is one JSON list. Write JSON Lines: one object a line, without the brackets.',
    );
  return nameColumns(readCsv(handle));
}

/**
 * Stores what is received on the disk while it is looked at: one file, or those of a ZIP one after
 * the other. Nothing is left afterwards, of a killed process once another one looks at files.
 * Throws as `listFiles`.
 */
async function* receiveFiles(
  content: AsyncIterable<Uint8Array>,
  { fileName, isArchive, skip = 0 }: SentFile,
  workFolder: WorkFolder,
): AsyncGenerator<ReceivedFile> {
  const folder = await workFolder.create();
  try {
    // A name of ours: the given one is only told.
    const file = path.join(folder, isArchive ? 'files.zip' : 'file');
    await pipeline(Readable.from(content), createWriteStream(file, { mode: 0o600 }));
    if (isArchive) yield* listFiles(file, folder, skip);
    else if (skip === 0) yield { fileName, path: file, count: 1 };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
