import type { Log } from '#core/deps.ts';
import { cleanText } from '#core/kernel/clean-text.model.ts';
import { fail, type Refusal } from '#core/kernel/outcome.model.ts';
import type { SubmittedForm } from '#core/kernel/submitted-form.model.ts';
import { maxCvBytes } from '#core/leads/model.ts';
import { MultipartError } from './multipart.ts';
import { claimsMoreThan, maxTextBodyBytes, type BodyPace } from './body-limit.ts';
import type { TemporaryUpload, UploadFolder } from './upload-folder.ts';

/** How large a form may be. */
export type FormLimits = {
  /** Of all its fields together. */
  readonly maxTextBytes: number;
  /** Fields and files. */
  readonly maxParts: number;
  /** More files are refused; if a form has one, further ones are thrown away. */
  readonly maxFiles: number;
  /** Of its files together, and what a file is called in a refusal. */
  readonly maxFileBytes: number;
  readonly fileName: string;
  /** Names of the fields that take files. */
  readonly fileFields: readonly string[];
};
export const publicFormLimits: FormLimits = {
  maxTextBytes: maxTextBodyBytes,
  maxParts: 100,
  maxFiles: 1,
  maxFileBytes: maxCvBytes,
  fileName: 'CV',
  fileFields: ['cv'],
};
/** Forms of signed-in staff: whole reports, and lists of choices. */
export const staffFormLimits: FormLimits = {
  maxTextBytes: 2 * 1024 * 1024,
  maxParts: 5000,
  maxFiles: 100,
  // What a ZIP of a publisher's reports may be.
  maxFileBytes: 2 * 1024 ** 3,
  fileName: 'file',
  fileFields: ['file', 'files'],
};

export type FormOptions = {
  /** Where the form's files go; without it a file is thrown away and counts as text. */
  readonly uploads: UploadFolder | undefined;
  readonly clientIp: string;
  readonly log: Log;
  readonly pace?: BodyPace;
  /** Those of public forms by default. */
  readonly limits?: FormLimits;
};

/** The files of a form: its parts with a file's name. */
export class FormUpload {
  readonly maxBytes: number;
  readonly #limits: FormLimits;
  refusal: Refusal | undefined;
  readonly #request: Request;
  readonly #options: FormOptions;
  readonly #files: { readonly name: string; readonly upload: TemporaryUpload }[] = [];

  constructor(request: Request, options: FormOptions) {
    this.#limits = options.limits ?? publicFormLimits;
    this.maxBytes = options.uploads ? this.#limits.maxFileBytes : 0;
    this.#request = request;
    this.#options = options;
  }

  /**
   * Writes a file to disk. If it is not taken, it is read and thrown away. Throws MultipartError
   * for a file in a field that takes text.
   */
  async receive(
    { field, fileName }: { readonly field: string; readonly fileName: string },
    chunks: AsyncIterable<Uint8Array>,
  ): Promise<void> {
    if (fileName !== '' && !this.#limits.fileFields.includes(field))
      throw new MultipartError('A file came in a field that takes text.');
    let upload: TemporaryUpload | undefined;
    let isTaken = this.#options.uploads !== undefined;
    for await (const chunk of chunks) {
      if (!isTaken || this.refusal) continue;
      upload ??= await this.#begin(cleanText(fileName));
      isTaken = upload !== undefined;
      if (upload) await this.#write(upload, chunk);
    }
    // An empty file was chosen all the same: what reads the form can say that it is empty.
    if (fileName === '' || upload || !isTaken || this.refusal) return;
    upload = await this.#begin(cleanText(fileName));
    if (upload) await this.#write(upload, new Uint8Array());
  }

  async finish(): Promise<Pick<SubmittedForm, 'file' | 'furtherFiles' | 'fileRefusal'>> {
    if (this.refusal) return { fileRefusal: this.refusal };
    const finished = await Promise.all(this.#files.map(({ name, upload }) => upload.finish(name)));
    const [file, ...furtherFiles] = finished.filter((one) => one !== undefined);
    if (!file) return {};
    return furtherFiles.length === 0 ? { file } : { file, furtherFiles };
  }

  async release(): Promise<void> {
    for (const { upload } of this.#files) await upload.release();
  }

  /** All files of a form share the place of its first one. */
  async #begin(name: string): Promise<TemporaryUpload | undefined> {
    const { uploads, clientIp } = this.#options;
    const { maxFiles } = this.#limits;
    if (this.#files.length === maxFiles) {
      if (maxFiles > 1) await this.#refuse(failTooManyFiles(this.#limits));
      return undefined;
    }
    const first = this.#files[0]?.upload;
    const upload = first ? first.openNext() : uploads?.reserve(clientIp);
    if (upload) this.#files.push({ name, upload });
    else await this.#refuse(failBusy(this.#limits));
    return upload;
  }

  async #write(upload: TemporaryUpload, chunk: Uint8Array): Promise<void> {
    const received = this.#files.reduce((sum, file) => sum + file.upload.sizeBytes, 0);
    const { maxFileBytes, maxTextBytes } = this.#limits;
    const isTooLarge = claimsMoreThan(this.#request.headers, maxFileBytes + maxTextBytes);
    if (isTooLarge || received + chunk.length > maxFileBytes)
      return this.#refuse(failFileTooLarge(this.#limits));
    try {
      await upload.write(chunk);
    } catch (error) {
      this.#options.log.error({ error: String(error) }, 'an upload could not be written');
      await this.#refuse(failNotStored(this.#limits));
    }
  }

  /** Nothing of the files stays on disk, and their place is free for the next form. */
  async #refuse(refusal: Refusal): Promise<void> {
    this.refusal = refusal;
    await this.release();
  }
}

export const failFileTooLarge = ({ fileName, maxFiles, maxFileBytes }: FormLimits): Refusal => {
  const size = `larger than ${maxFileBytes / 2 ** 20} MB`;
  const message =
    maxFiles === 1
      ? `The ${fileName} is ${size}.`
      : `The ${fileName}, or all of them together, are ${size}. Send them in several parts.`;
  return fail('too-large', message, { [fileName.toLowerCase()]: [message] });
};

export const failBusy = ({ fileName }: FormLimits): Refusal => ({
  ...fail(
    'unavailable',
    `Many files are being uploaded at the moment. Please add your ${fileName} again and send the form in a minute.`,
  ),
  retryAfterSeconds: 60,
});

const failNotStored = ({ fileName }: FormLimits): Refusal => ({
  ...fail(
    'unavailable',
    `Your ${fileName} can't be stored at the moment. Please add it again and send the form in a minute.`,
  ),
  retryAfterSeconds: 60,
});

const failTooManyFiles = ({ maxFiles }: FormLimits): Refusal =>
  fail('too-large', `The form has more than ${maxFiles} files. Send them in several parts.`);
