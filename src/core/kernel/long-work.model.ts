/** Work that takes longer than a request, as staff see it. */

/** `open`: waits or runs. What a step has done stays done in every state. */
export type LongWorkState = 'open' | 'done' | 'failed' | 'cancelled';

/** The present step of an open piece of work. */
export type LongWorkPhase = 'waiting' | 'running' | 'between-tries';

/** Its result so far. */
export type LongWorkResult = {
  /** A sentence: "5,021 reports were changed." */
  readonly message?: string;
  /** Sentences about single things: what stayed as it was, and why. */
  readonly notes?: readonly string[];
  /** Sentences by what can't be changed, such as the code of a report. */
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  readonly counts?: Readonly<Record<string, number>>;
  /** The bulk change that can be undone. */
  readonly batch?: string;
  /** The page that shows it better. */
  readonly href?: string;
};

export type LongWorkView = {
  readonly id: number;
  readonly kind: string;
  readonly title: string;
  readonly state: LongWorkState;
  readonly phase: LongWorkPhase | undefined;
  /** The word for what is counted at the moment: "Checked", "Changed". */
  readonly step: string | undefined;
  readonly done: number;
  readonly total: number | null;
  readonly result: LongWorkResult;
  /** Why it failed, as a sentence. */
  readonly failure: string | null;
  /** Of the try before; only while it waits for the next one. */
  readonly lastError: string | null;
  readonly tries: number;
  readonly dueAt: Date | null;
  readonly actorName: string;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
  /** Its file, while it is kept. */
  readonly fileName: string | null;
  /** True if its file is given out after a proof of identity alone. */
  readonly needsProof: boolean;
  readonly mayCancel: boolean;
  /** True if it stopped before its end, and can go on from there. */
  readonly mayGoOn: boolean;
};

/** How long the file of an export is kept. */
export const keptFileDays = 7;
/** How long work is listed after its end, with what came of it. */
export const keptWorkDays = 90;
