import type { Hash } from 'node:crypto';
import type { Context } from 'hono';
import type { App } from '#core/app.ts';
import type { Faults } from '#src/faults/faults.ts';
import type { SearchedStore } from './search.ts';

export type ImportApiOptions = {
  readonly app: Pick<App, 'imports' | 'apiTokens' | 'uploads' | 'answerOnce'>;
  /** Answers a request of tus 1.0 for uploads of this owner. */
  readonly answerUpload: (c: Context, owner: string) => Promise<Response>;
  readonly search: SearchedStore;
  readonly faults: Faults;
  readonly readClientIp: (c: Context) => string;
  /**
   * The body's chunks as they come, as slow as their line; throws what `refuseBody` knows. It may be
   * a little longer than `maxBytes`.
   */
  readonly readBody: (c: Context<ApiEnv>, maxBytes: number) => AsyncIterable<Uint8Array>;
};

export type ApiEnv = {
  Variables: {
    actor: string;
    /** Of a call with one. */
    idempotencyKey?: string;
    bodyHash?: Hash;
    isBodyRead?: boolean;
    /** The id of an upload that the call has taken up. */
    usedUpload?: string | undefined;
  };
};
