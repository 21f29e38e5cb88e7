/** A local IndexNow: it reads the key's file from the site, and keeps what it was told. */
import { z } from 'zod';
import { MalformedRequest, parseJsonObject, startLoopbackServer } from './loopback-server.ts';

export type IndexNowSimulator = {
  readonly url: string;
  /** The addresses of each request that was accepted. */
  readonly submitted: readonly (readonly string[])[];
  /** The next requests get this answer instead, one each. */
  readonly answerNext: (...statuses: number[]) => void;
  readonly close: () => Promise<void>;
};

const requestSchema = z.object({
  host: z.string().min(1),
  key: z.string().regex(/^[a-zA-Z0-9-]{8,128}$/),
  keyLocation: z.url(),
  urlList: z.array(z.url()).min(1).max(10_000),
});

/** Answers as indexnow.org/documentation says: 403 for a wrong key, 422 for a foreign address. */
export async function startIndexNowSimulator(): Promise<IndexNowSimulator> {
  const submitted: (readonly string[])[] = [];
  const statuses: number[] = [];
  const { port, close } = await startLoopbackServer({
    port: 0,
    handle: async ({ req, res, url, body }) => {
      const isSubmission = req.method === 'POST' && url.pathname === '/indexnow';
      const status = statuses.shift() ?? (isSubmission ? await submit(body, submitted) : 404);
      res.writeHead(status).end();
    },
  });
  return {
    url: `http://localhost:${port}/indexnow`,
    submitted,
    answerNext: (...next) => void statuses.push(...next),
    close,
  };
}

async function submit(body: string, submitted: (readonly string[])[]): Promise<number> {
  const { data, error } = requestSchema.safeParse(parseJsonObject(body));
  if (!data) throw new MalformedRequest(z.prettifyError(error));
  const file = await fetch(data.keyLocation);
  if (!file.ok || (await file.text()).trim() !== data.key) return 403;
  if (data.urlList.some((address) => new URL(address).host !== data.host)) return 422;
  submitted.push(data.urlList);
  return 200;
}
