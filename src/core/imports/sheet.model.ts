/**
 * A table of a publisher as rows of text: what a CSV, an XLSX and a JSON Lines file have in common.
 * Pure types, and the one error that a reader throws.
 */

import { fail, ok, type Outcome } from '../kernel/outcome.model.ts';

export type SheetFormat = 'csv' | 'xlsx' | 'jsonl';

export type SheetRow = {
  /**
   * As the file counts: the row with the names of the columns is 1, in JSON Lines the first line.
   */
  readonly number: number;
  /** Names of all columns so far. JSON Lines may still add some at the end. */
  readonly headers: readonly string[];
  /**
   * By the index of their header; those behind the last one are empty. Numbers and dates as text.
   */
  readonly cells: readonly string[];
  /** A sentence if this row could not be read; the other rows can. */
  readonly problem?: string;
};

/** A row to be written, with a cell for each column. */
export type WrittenRow = readonly string[];

/** A file of a publisher, and where it lies until the next one is asked for. */
export type ReceivedFile = {
  readonly fileName: string;
  readonly path: string;
  /** How many came with it, itself included. */
  readonly count: number;
  /** Why it can't be read, if it can't; those after it can. */
  readonly problem?: string;
};

/** A received file by its publisher's name, or a ZIP of many. */
export type SentFile = {
  readonly fileName: string;
  readonly isArchive: boolean;
  /** So many of the first files are left out. */
  readonly skip?: number;
};

/** Reads and writes sheets. Memory stays flat at any number of rows. */
export type SheetFiles = {
  /**
   * The rows of a stored file that are not blank; its format is told by its content. Throws
   * UnreadableFileError, also amid the rows.
   */
  readonly readRows: (fileKey: string) => AsyncGenerator<SheetRow>;
  /** The same of a file at a path of this machine. */
  readonly readFile: (path: string) => AsyncGenerator<SheetRow>;
  /**
   * A file as it arrives, or the files of a ZIP one after the other; nothing is left on the disk
   * afterwards. Throws UnreadableFileError for a ZIP with what no honest one has.
   */
  readonly receiveFiles: (
    content: AsyncIterable<Uint8Array>,
    sent: SentFile,
  ) => AsyncGenerator<ReceivedFile>;
  /** The bytes of a sheet with a row of names first: the same rows give the same bytes. */
  readonly writeRows: (
    format: SheetFormat,
    headers: readonly string[],
    rows: AsyncIterable<WrittenRow>,
  ) => AsyncGenerator<Uint8Array>;
};

/** A file of a publisher can't be read; the message is a sentence that says what to do. */
export class UnreadableFileError extends Error {}

/** The most UTF-16 units that a spreadsheet cell can hold. */
export const maxXlsxCellLength = 32_767;

/** `invalid` for another format. */
export const checkExportFormat = (format: string): Outcome<SheetFormat> =>
  format === 'csv' || format === 'xlsx' || format === 'jsonl'
    ? ok(format)
    : fail('invalid', 'Export as csv, xlsx or jsonl.');
