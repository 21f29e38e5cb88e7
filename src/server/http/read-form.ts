import type { Log } from '#core/deps.ts';
import { cleanText } from '#core/kernel/clean-text.model.ts';
import { fail, ok, type Outcome, type Refusal } from '#core/kernel/outcome.model.ts';
import type { SubmittedForm, UploadedFile } from '#core/kernel/submitted-form.model.ts';
import { maxCvBytes } from '#core/leads/model.ts';
import {
  BodyStalledError,
  BodyTooLargeError,
  claimsMoreThan,
  maxTextBodyBytes,
  readBodyWithin,
  readChunks,
  type BodyPace,
} from './body-limit.ts';
import {
  MultipartError,
  MultipartTooLargeError,
  parseBoundary,
  readMultipart,
} from './multipart.ts';
import type { TemporaryUpload, UploadFolder } from './upload-folder.ts';

/** How large a form may be. */
export type FormLimits = {
  /** Of all its fields together. */
  readonly maxTextBytes: number;
  /** Fields and files. */
  readonly maxParts: number;
  /** Of its file, and what the file is called in a refusal. */
  readonly maxFileBytes: number;
  readonly fileName: string;
};
export const publicFormLimits: FormLimits = {
  maxTextBytes: maxTextBodyBytes,
  maxParts: 100,
  maxFileBytes: maxCvBytes,
  fileName: 'CV',
};
/** Forms of whoever is signed in to the back office: whole reports, and lists of choices. */
export const staffFormLimits: FormLimits = {
  maxTextBytes: 2 * 1024 * 1024,
  maxParts: 5000,
  maxFileBytes: 512 * 1024 * 1024,
  fileName: 'file',
};

export type FormOptions = {
  /** Where the form's file goes; without it a file is thrown away and counts as text. */
  readonly uploads: UploadFolder | undefined;
  readonly clientIp: string;
  readonly log: Log;
  readonly pace?: BodyPace;
  /** Those of public forms by default. */
  readonly limits?: FormLimits;
};

/**
 * Answers a posted form with what `answer` makes of it, or of the refusal: `too-large`, `malformed`,
 * `unsupported-type`. An uploaded file exists until the answer is ready, and no longer.
 */
export async function withForm<T>(
  request: Request,
  options: FormOptions,
  answer: (form: Outcome<SubmittedForm>) => Promise<T>,
): Promise<T> {
  const boundary = parseBoundary(request.headers.get('content-type') ?? '');
  if (boundary === undefined) return answer(await readUrlEncodedForm(request, options));
  const upload = new FormUpload(request, options);
  try {
    return await answer(await readMultipartForm(request, boundary, upload, options));
  } finally {
    await upload.release();
  }
}

async function readUrlEncodedForm(
  request: Request,
  { pace, limits = publicFormLimits }: FormOptions,
): Promise<Outcome<SubmittedForm>> {
  const type = request.headers.get('content-type') ?? '';
  try {
    if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) {
      await discardRest(readChunks(request, 0, pace));
      return fail('unsupported-type', 'Unsupported content type: this address takes forms.');
    }
    const body = (await readBodyWithin(request, limits.maxTextBytes, pace)).toString();
    if (countCharacter(body, '&') >= limits.maxParts) return failTooLarge(limits);
    return ok({ fields: toFields(new URLSearchParams(body)) });
  } catch (error) {
    return toRefusal(error, limits);
  }
}

function countCharacter(text: string, character: string): number {
  let count = 0;
  for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1)) count++;
  return count;
}

async function readMultipartForm(
  request: Request,
  boundary: string,
  upload: FormUpload,
  { pace, limits = publicFormLimits }: FormOptions,
): Promise<Outcome<SubmittedForm>> {
  const maxBytes = limits.maxTextBytes + upload.maxBytes;
  const texts: [string, string][] = [];
  let receivedBytes = 0;
  async function* countBytes(): AsyncGenerator<Uint8Array> {
    for await (const chunk of readChunks(request, maxBytes, pace)) {
      receivedBytes += chunk.length;
      yield chunk;
    }
  }
  const chunks = countBytes();
  const partLimits = { maxParts: limits.maxParts, maxFieldBytes: limits.maxTextBytes };
  try {
    await readMultipart(chunks, boundary, partLimits, {
      onField: (name, value) => void texts.push([name, value]),
      onFile: (_, fileName, content) => upload.receive(fileName, content),
    });
    await discardRest(chunks);
    if (receivedBytes > maxBytes && !upload.refusal) return failTooLarge(limits);
    return ok({ fields: toFields(texts), ...(await upload.finish()) });
  } catch (error) {
    if (!(error instanceof BodyStalledError)) await discardRest(chunks).catch(() => {});
    const isTooLarge = receivedBytes > maxBytes && !(error instanceof BodyStalledError);
    return isTooLarge ? failTooLarge(limits) : toRefusal(error, limits);
  }
}

/** The sender has finished writing afterwards, and reads the answer instead of a reset connection. */
async function discardRest(chunks: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _ of chunks);
}

/** The one file of a form: the first part with a name and content. */
class FormUpload {
  readonly maxBytes: number;
  readonly #limits: FormLimits;
  refusal: Refusal | undefined;
  readonly #request: Request;
  readonly #options: FormOptions;
  #upload: TemporaryUpload | undefined;
  #fileName = '';

  constructor(request: Request, options: FormOptions) {
    this.#limits = options.limits ?? publicFormLimits;
    this.maxBytes = options.uploads ? this.#limits.maxFileBytes : 0;
    this.#request = request;
    this.#options = options;
  }

  /** Writes the file to disk. Where it is not taken, it is read and thrown away. */
  async receive(fileName: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
    const isFirst = !this.#upload && !this.refusal;
    for await (const chunk of chunks) {
      if (!isFirst || this.refusal || !this.#options.uploads) continue;
      this.#fileName = cleanText(fileName);
      await this.#write(this.#options.uploads, chunk);
    }
  }

  async finish(): Promise<{ file?: UploadedFile; fileRefusal?: Refusal }> {
    if (this.refusal) return { fileRefusal: this.refusal };
    const file = await this.#upload?.finish(this.#fileName);
    return file ? { file } : {};
  }

  async release(): Promise<void> {
    await this.#upload?.release();
  }

  async #write(uploads: UploadFolder, chunk: Uint8Array): Promise<void> {
    const { clientIp, log } = this.#options;
    this.#upload ??= uploads.reserve(clientIp);
    if (!this.#upload) return this.#refuse(failBusy(this.#limits));
    const sizeBytes = this.#upload.sizeBytes + chunk.length;
    const { maxFileBytes, maxTextBytes } = this.#limits;
    const isTooLarge = claimsMoreThan(this.#request.headers, maxFileBytes + maxTextBytes);
    if (isTooLarge || sizeBytes > maxFileBytes) return this.#refuse(failFileTooLarge(this.#limits));
    try {
      await this.#upload.write(chunk);
    } catch (error) {
      log.error({ error: String(error) }, 'an upload could not be written');
      await this.#refuse(failNotStored(this.#limits));
    }
  }

  /** Nothing of the file stays on disk, and its place is free for the next one. */
  async #refuse(refusal: Refusal): Promise<void> {
    this.refusal = refusal;
    await this.#upload?.release();
  }
}

/** Of a repeated name the first one counts. */
function toFields(texts: Iterable<[string, string]>): Record<string, string> {
  const fields = new Map<string, string>();
  for (const [name, value] of texts) {
    const cleanName = cleanText(name);
    if (!fields.has(cleanName)) fields.set(cleanName, cleanText(value));
  }
  return Object.fromEntries(fields);
}

function toRefusal(error: unknown, limits: FormLimits): Refusal {
  if (error instanceof BodyTooLargeError || error instanceof MultipartTooLargeError)
    return failTooLarge(limits);
  if (error instanceof BodyStalledError)
    return fail('malformed', 'The form did not arrive whole. Please try again.');
  if (error instanceof MultipartError)
    return fail('malformed', 'The body is not the form that its content type says.');
  throw error;
}

const failTooLarge = ({ maxTextBytes, maxParts }: FormLimits): Refusal =>
  fail(
    'too-large',
    `The form is larger than ${maxTextBytes / 1024} KB or has more than ${maxParts} fields.`,
  );

const failFileTooLarge = ({ fileName, maxFileBytes }: FormLimits): Refusal => {
  const message = `The ${fileName} is larger than ${maxFileBytes / 2 ** 20} MB.`;
  return fail('too-large', message, { [fileName.toLowerCase()]: [message] });
};

const failBusy = ({ fileName }: FormLimits): Refusal => ({
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
