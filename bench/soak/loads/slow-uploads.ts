import http, { type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { addressOf, type Load, type LoadContext } from '../client.ts';

/** A line of 50 KB/s, a tenth of a second at a time. */
const bytesPerTick = 5000;
const tickMs = 100;

/** So much of the load's time the files take; the rest is for their last answers. */
const sendingShare = 0.6;

const tus = { 'tus-resumable': '1.0.0' };

type SlowRequest = {
  readonly method: string;
  readonly path: string;
  readonly headers: OutgoingHttpHeaders;
  readonly body?: Buffer;
  readonly localAddress: string;
};

/** Sends a request at the pace of its line; answers the status and headers of its answer. */
function sendSlowly(
  { origin: { hostname, port } }: LoadContext,
  { body = Buffer.alloc(0), headers, ...request }: SlowRequest,
): Promise<Pick<IncomingMessage, 'statusCode' | 'headers'>> {
  return new Promise((resolve, reject) => {
    const length = { 'content-length': body.length };
    const sent = http.request(
      { hostname, port, ...request, headers: { ...headers, ...length }, agent: false },
      (answer) => {
        answer.on('error', reject).on('end', () => resolve(answer));
        answer.resume();
      },
    );
    sent.on('error', reject);
    void writeSlowly(sent, body);
  });
}

async function writeSlowly(request: http.ClientRequest, body: Buffer): Promise<void> {
  const startedAt = performance.now();
  for (let ticks = 0; ticks * bytesPerTick < body.length; ticks++) {
    if (request.destroyed) return;
    request.write(body.subarray(ticks * bytesPerTick, (ticks + 1) * bytesPerTick));
    await sleep(Math.max(0, startedAt + (ticks + 1) * tickMs - performance.now()));
  }
  request.end();
}

type Sender = Pick<SlowRequest, 'localAddress'> & {
  readonly path: string;
  readonly headers: OutgoingHttpHeaders;
};

/** One resumable upload in one slow request. Answers `arrived`, or the status that refused it. */
async function uploadResumably(
  context: LoadContext,
  { path, headers, localAddress }: Sender,
  file: Buffer,
): Promise<string> {
  const known = { ...tus, ...headers };
  const begun = await sendSlowly(context, {
    method: 'POST',
    path,
    localAddress,
    headers: { ...known, 'upload-length': file.length },
  });
  const type = 'application/offset+octet-stream';
  const sent = await sendSlowly(context, {
    method: 'PATCH',
    path: begun.headers.location ?? '',
    localAddress,
    headers: { ...known, 'upload-offset': 0, 'content-type': type },
    body: file,
  });
  const isWhole = Number(sent.headers['upload-offset']) === file.length;
  return sent.statusCode === 204 && isWhole ? 'arrived' : `refused with ${sent.statusCode}`;
}

/** A visitor's application whose CV has so many bytes. Answers as `uploadResumably` does. */
async function applySlowly(context: LoadContext, i: number, bytes: number): Promise<string> {
  const form = new FormData();
  const fields = { name: `Visitor ${i}`, email: `visitor${i}@soak.example`, phone: '+49 30 1234' };
  for (const [name, value] of Object.entries({ ...fields, position: 'Analyst', message: 'Hello' }))
    form.set(name, value);
  const pdf = ['%PDF-1.4\n', `%${'x'.repeat(98)}\n`.repeat(bytes / 100), '%%EOF\n'];
  form.set('cv', new Blob(pdf, { type: 'application/pdf' }), 'cv.pdf');
  const encoded = new Response(form);
  const answer = await sendSlowly(context, {
    method: 'POST',
    path: '/data/forms/career',
    localAddress: addressOf(i),
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
    body: Buffer.from(await encoded.arrayBuffer()),
  });
  return answer.statusCode === 200 ? 'arrived' : `CV refused with ${answer.statusCode}`;
}

/** Of the forty: eight CVs may come at once, two from an address. */
const cvCount = 8;
const staffCount = 16;
const count = 40;

export const slowUploads: Load = {
  name: 'slow-uploads',
  description: '40 uploads at 50 KB/s: of staff, of programs by token, and CVs',
  needsCredentials: true,
  mustCount: { arrived: count },
  run: async (context) => {
    const { durationMs, credentials } = context;
    const bytes = Math.floor((durationMs * sendingShare) / tickMs) * bytesPerTick;
    const file = Buffer.alloc(bytes, '2025,12.5\n');
    const staff = { path: '/admin/uploads', headers: { cookie: credentials?.cookie } };
    const program = {
      path: '/api/v1/uploads',
      headers: { authorization: `Bearer ${credentials?.token}` },
    };
    const upload = (i: number): Promise<string> => {
      if (i < cvCount) return applySlowly(context, i, bytes);
      const sender = i < cvCount + staffCount ? staff : program;
      return uploadResumably(context, { ...sender, localAddress: addressOf(i) }, file);
    };
    await Promise.all(
      Array.from({ length: count }, (_, i) =>
        upload(i).then(context.count, (error: NodeJS.ErrnoException) =>
          context.count(error.code ?? 'cut'),
        ),
      ),
    );
    while (!context.isOver()) await sleep(200);
  },
};
