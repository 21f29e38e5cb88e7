/** An import, for those who start it and watch it. */
import type { Readable } from 'node:stream';
import { z } from 'zod';
import type { Mapping } from './columns.model.ts';

/**
 * reading → (unmapped →) checking → checked → running → done → undoing → undone. `refused`: the file
 * can't be read. From each state in which it is worked on it can be `cancelled`, or have `failed`.
 */
export type ImportState =
  | 'reading'
  /** Waits: a required column is not named. */
  | 'unmapped'
  | 'checking'
  /** Waits to be run. */
  | 'checked'
  | 'running'
  | 'done'
  | 'undoing'
  | 'undone'
  | 'refused'
  /** Somebody stopped it; what its steps have done stays. */
  | 'cancelled'
  /** It was given up because of an error; what its steps have done stays. */
  | 'failed';

/** States in which a process works on it, or has to go on. */
export const workingStates = ['reading', 'checking', 'running', 'undoing'] as const;
export type WorkingState = (typeof workingStates)[number];

export const importOptionsSchema = z
  .object({
    /** `good`: right rows go in and bad ones are named. `all`: with one bad row nothing goes in. */
    mode: z.enum(['good', 'all']).default('good'),
    /** `create`: industries that the store doesn't have are made. */
    industries: z.enum(['known', 'create']).default('known'),
    /** The state of new reports whose row says none. */
    newReports: z.enum(['draft', 'published']).default('draft'),
    /** Every row changes a report that is there: an unknown code is an error. */
    isUpdateOnly: z.boolean().default(false),
    /** Runs as soon as it is read; otherwise it is checked, and waits. */
    runsAtOnce: z.boolean().default(false),
  })
  .strict();
export type ImportOptions = z.infer<typeof importOptionsSchema>;

export type NewImport = {
  /** As its owner names it. */
  readonly fileName: string;
  readonly content: Readable | Uint8Array;
  readonly options: ImportOptions;
  /** Header to column, where the sheet's names are others; null leaves a column out. */
  readonly mapping?: Mapping;
  /** Who imports, as the history names them. */
  readonly actor: string;
};

/** Rows by what became of them, in the last check, run or undo. */
export type ImportCounts = {
  readonly created?: number;
  readonly changed?: number;
  readonly unchanged?: number;
  readonly bad?: number;
  /** Of the good rows, those whose reports were to be published and are not. */
  readonly unpublished?: number;
  /** Held back at first and published since, when they had what was missing. */
  readonly published?: number;
  readonly restored?: number;
  readonly kept?: number;
};

export type ReportImport = {
  readonly id: number;
  readonly fileName: string;
  readonly fileKey: string;
  readonly state: ImportState;
  readonly options: ImportOptions;
  readonly headers: readonly string[];
  readonly mapping: Mapping;
  /** A sentence; only if the state is `refused` or `failed`. */
  readonly refusal: string | null;
  readonly actor: string;
  /** Rows read from the file. */
  readonly rowCount: number;
  /** The number of the row up to which the present state is through. */
  readonly lastRow: number;
  readonly counts: ImportCounts;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
  /** Where it stood when it was cancelled or failed. */
  readonly stoppedIn: WorkingState | null;
};

/** Told of how far an import is; what it throws stops the work, and undoes a step that is open. */
export type OnProgress = (current: ReportImport) => void | Promise<void>;

/** A cell that can't be taken: where it stands, what it says, and what to do. */
export type CellError = {
  /** As the file names it. */
  readonly column: string;
  /** At most 80 characters. */
  readonly value: string;
  readonly message: string;
};

export type CellErrors = readonly CellError[];

/** Of more held-back rows it is not counted how many could be published. */
export const maxCountedReady = 1000;

/** How far the files are that were sent and wait; `total` grows as ZIPs are opened. */
export type UploadProgress = { readonly done: number; readonly total: number };

/** Of a file that was sent: why it was refused, or what the publisher should know of it. */
export type UploadMessage = {
  readonly fileName: string;
  /** Of the report that has it; null if it was refused. */
  readonly code: string | null;
  /** A sentence. */
  readonly message: string;
};

/** The files sent for the reports of an import; of a name that came twice the last one counts. */
export type UploadSummary = {
  /** undefined if nothing waits. */
  readonly progress: UploadProgress | undefined;
  readonly attached: number;
  readonly refused: number;
  /** The first of them, refused ones before others. */
  readonly messages: readonly UploadMessage[];
};
