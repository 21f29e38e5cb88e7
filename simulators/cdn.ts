/** A local CDN: it takes purges as Cloudflare does, and keeps them. */
import { z } from 'zod';
import { MalformedRequest, parseJsonObject, startLoopbackServer } from './loopback-server.ts';

const items = z.array(z.string().min(1)).min(1).max(30);
const requestSchema = z.union([
  z.strictObject({ tags: items }),
  z.strictObject({ files: items }),
  z.strictObject({ purge_everything: z.literal(true) }),
]);

export type CdnSimulator = {
  readonly purgeUrl: string;
  /** The addresses and tags that it was asked to purge, request by request. */
  readonly purges: readonly z.infer<typeof requestSchema>[];
  /** The next requests get this answer instead, one each. */
  readonly answerNext: (...statuses: number[]) => void;
  readonly close: () => Promise<void>;
};

/** Starts it on the loopback address. 403 without the token. */
export async function startCdnSimulator(token: string): Promise<CdnSimulator> {
  const purges: z.infer<typeof requestSchema>[] = [];
  const statuses: number[] = [];
  const { port, close } = await startLoopbackServer({
    port: 0,
    handle: ({ req, res, body }) => {
      const isAllowed = req.headers.authorization === `Bearer ${token}`;
      const status = statuses.shift() ?? (isAllowed ? 200 : 403);
      if (status === 200) {
        const { data, error } = requestSchema.safeParse(parseJsonObject(body));
        if (!data) throw new MalformedRequest(z.prettifyError(error));
        purges.push(data);
      }
      res.writeHead(status, { 'content-type': 'application/json' });
      res.end(JSON.stringify({ success: status === 200 }));
    },
  });
  return {
    purgeUrl: `http://localhost:${port}/zones/1/purge_cache`,
    purges,
    answerNext: (...next) => void statuses.push(...next),
    close,
  };
}
