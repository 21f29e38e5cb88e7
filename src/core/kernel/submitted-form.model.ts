/** A posted form as the server hands it on: read, bounded and clean. Types only. */
import type { Readable } from 'node:stream';
import type { Refusal } from './outcome.model.ts';

/** A file that a visitor uploaded. It lies on disk until its request is answered. */
export type UploadedFile = {
  /** As the browser sent it; its extension proves nothing. */
  readonly name: string;
  readonly sizeBytes: number;
  /** Where it lies until the request is answered. */
  readonly path: string;
  /** The content, whole: for one file at a time. */
  readonly readBytes: () => Promise<Uint8Array>;
  readonly openStream: () => Readable;
};

export type SubmittedForm = {
  /** The text fields; of a repeated name the first one counts. */
  readonly fields: Readonly<Record<string, string>>;
  readonly file?: UploadedFile;
  /** Of a form of staff that takes several files, those after the first. */
  readonly furtherFiles?: readonly UploadedFile[];
  /**
   * Why the form's files were not taken. The fields are complete, so that they can be shown again.
   */
  readonly fileRefusal?: Refusal;
  /** Of a form of staff: made by its page, with a digest of all that the form says. */
  readonly key?: string;
};
