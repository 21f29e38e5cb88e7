import { cleanText } from '#core/kernel/clean-text.model.ts';
import { fail, ok, type Outcome, type Refusal } from '#core/kernel/outcome.model.ts';
import type { SubmittedForm } from '#core/kernel/submitted-form.model.ts';
import { BodyStalledError, BodyTooLargeError } from '#src/faults/refused-body.ts';
import { readBodyWithin, readChunks } from './body-limit.ts';
import {
  failFileTooLarge,
  FormUpload,
  publicFormLimits,
  type FormLimits,
  type FormOptions,
} from './form-upload.ts';
import {
  MultipartError,
  MultipartTooLargeError,
  parseBoundary,
  readMultipart,
} from './multipart.ts';

/**
 * Answers a posted form with what `answer` makes of it, or of the refusal: `too-large`, `timed-out`,
 * `malformed`, `unsupported-type`. An uploaded file exists until the answer is ready, and no longer.
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
      return fail('unsupported-type', 'Unsupported content type: this address accepts forms.');
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
      onFile: (field, fileName, content) => upload.receive({ field, fileName }, content),
    });
    await discardRest(chunks);
    if (receivedBytes > maxBytes && !upload.refusal) return failTooLarge(limits);
    return ok({ fields: toFields(texts), ...(await upload.finish()) });
  } catch (error) {
    if (!(error instanceof BodyStalledError)) await discardRest(chunks).catch(() => {});
    if (error instanceof BodyTooLargeError && upload.maxBytes > 0) return failFileTooLarge(limits);
    const isTooLarge = receivedBytes > maxBytes && !(error instanceof BodyStalledError);
    return isTooLarge ? failTooLarge(limits) : toRefusal(error, limits);
  }
}

/** The sender has finished writing afterwards, and reads the answer instead of a reset connection. */
async function discardRest(chunks: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _ of chunks);
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
    return fail('timed-out', 'The form did not arrive completely. Please try again.');
  if (error instanceof MultipartError)
    return fail('malformed', error.message || 'The body does not match its content type.');
  throw error;
}

const failTooLarge = ({ maxTextBytes, maxParts }: FormLimits): Refusal =>
  fail(
    'too-large',
    `The form is larger than ${maxTextBytes / 1024} KB or has more than ${maxParts} fields.`,
  );
