import { Readable } from 'node:stream';
import { DataStore, ERRORS, Server, Upload } from '@tus/server';
import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { App } from '#core/app.ts';
import type { Outcome } from '#core/kernel/outcome.model.ts';
import { maxUploadBytes } from '#core/uploads/model.ts';
import { describePath } from '#src/describe-path.ts';
import { refusalStatus } from '#src/faults/refusal-status.ts';
import { knownSenderPace, readChunks } from '../http/body-limit.ts';
import { sendMethodRefusal } from '../http/allowed-methods.ts';
import { sendRefusalPage } from '../http/refusal-page.ts';
import { allowBodyTime } from '../http/body-time.ts';
import type { ServerOptions } from '../options.ts';

/** A request of the tus protocol, 1.0, for uploads of this owner alone. */
export async function answerTus(
  c: Context,
  { app, faults, origin }: Pick<ServerOptions, 'app' | 'faults' | 'origin'>,
  { owner, path }: { readonly owner: string; readonly path: string },
): Promise<Response> {
  const methods =
    c.req.path === path ? ['POST', 'OPTIONS'] : ['HEAD', 'PATCH', 'DELETE', 'OPTIONS'];
  const method = c.req.header('x-http-method-override') ?? c.req.method;
  if (!methods.includes(method)) return sendMethodRefusal(c, methods);
  allowBodyTime(c);
  const server = new Server({
    path,
    datastore: new OwnUploads(app.uploads, owner),
    relativeLocation: true,
    maxSize: maxUploadBytes,
    allowedOrigins: [origin],
    // If two go on at once the database lets one of them: no process waits for another's.
    locker: { newLock: () => ({ lock: async () => {}, unlock: async () => {} }) },
    onResponseError: (_, error) => {
      // What tus says of every body that broke off is 400, which no client tries again.
      if (error === ERRORS.ABORTED) return brokeOff;
      if ('status_code' in error) return error;
      const fields = { method: c.req.method, path: describePath(c.req.path) };
      const fault = faults.report(error, fields, 'an upload failed');
      return { status_code: fault.status, body: `${fault.message}\n` };
    },
  });
  const answer = await server.handleWeb(withPace(c.req.raw));
  answer.headers.set('cache-control', 'no-store');
  return answer.status < 400 ? answer : sendTusRefusal(c, answer);
}

/**
 * Sends a refusal of tus in the shape of other refusals there, with the headers of the protocol.
 */
async function sendTusRefusal(c: Context, answer: Response): Promise<Response> {
  const message = (await answer.text()).trim();
  const headers = Object.fromEntries(answer.headers);
  delete headers['content-length'];
  delete headers['content-type'];
  const status = answer.status as ContentfulStatusCode;
  return sendRefusalPage(c, { message, status, headers });
}

const brokeOff = toTusError(
  refusalStatus['timed-out'],
  'The upload broke off. Ask how far it came, and go on from there.',
);

/** A body that is silent breaks off; a slow one does not. */
function withPace(request: Request): Request {
  const { url, method, headers, body } = request;
  if (!body) return request;
  const chunks = readChunks(request, maxUploadBytes, knownSenderPace);
  const init = { method, headers, body: Readable.toWeb(Readable.from(chunks)), duplex: 'half' };
  return new Request(url, init as unknown as RequestInit);
}

/** The store of tus over the uploads of one owner. */
class OwnUploads extends DataStore {
  override readonly extensions = ['creation', 'termination'];
  readonly #uploads: App['uploads'];
  readonly #owner: string;

  constructor(uploads: App['uploads'], owner: string) {
    super();
    this.#uploads = uploads;
    this.#owner = owner;
  }

  override async create(upload: Upload): Promise<Upload> {
    const { size: sizeBytes = 0, metadata } = upload;
    const fileName = metadata?.['filename'] ?? 'file';
    upload.id = unwrap(await this.#uploads.create(this.#owner, { fileName, sizeBytes }));
    return upload;
  }

  override async getUpload(id: string): Promise<Upload> {
    const found = await this.#uploads.find(this.#owner, id);
    if (!found) throw toTusError(404, 'There is no such upload.');
    return new Upload({
      id,
      size: found.sizeBytes,
      offset: found.receivedBytes,
      metadata: { filename: found.fileName },
    });
  }

  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    return unwrap(await this.#uploads.append(this.#owner, id, offset, stream));
  }

  override async remove(id: string): Promise<void> {
    await this.getUpload(id);
    await this.#uploads.remove(this.#owner, id);
  }
}

function toTusError(status: number, message: string) {
  return { status_code: status, body: `${message}\n` };
}

function unwrap<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw toTusError(refusalStatus[outcome.code], outcome.message);
  return outcome.value;
}
