import type { Context, Hono, MiddlewareHandler } from 'hono';
import type { NewSession } from '#core/accounts/model.ts';
import type { App } from '#core/app.ts';
import type { Log } from '#core/deps.ts';
import type { Outcome } from '#core/kernel/outcome.model.ts';
import type { SubmittedForm } from '#core/kernel/submitted-form.model.ts';
import type { Faults } from '#src/faults/faults.ts';

/** Passed on by the server with each request to the API. */
export type ApiRequestContext = {
  /** The response is cached under these tags, and dropped when one of them is invalidated. */
  readonly cacheTags: (...tags: string[]) => void;
  readonly clientIp: string;
  readonly userAgent: string;
  /** The secrets of the buyer's browser and of the customer's session, if there are cookies. */
  readonly buyerSecret: string | undefined;
  readonly sessionSecret: string | undefined;
  /** The mark of a browser that has logged in before. */
  readonly knownBrowser: string | undefined;
};

export type ApiOptions = {
  readonly app: App;
  readonly origin: string;
  /** The value of a Set-Cookie header with a buyer's secret. */
  readonly formatBuyerCookie: (secret: string) => string;
  /** The values of the Set-Cookie headers of a browser that has just logged in. */
  readonly formatLoginCookies: (started: NewSession) => readonly string[];
  /** A middleware that throws what `refuseBody` knows if a body is longer, or does not arrive. */
  readonly limitBody: (bytes: number) => MiddlewareHandler;
  /** Answers a form with a file by what `answer` makes of it; the file exists until then. */
  readonly withUploadForm: (
    request: Request,
    clientIp: string,
    answer: (form: Outcome<SubmittedForm>) => Promise<Response>,
  ) => Promise<Response>;
  readonly log: Log;
  /** Logs faults, and says how they are answered. */
  readonly faults: Faults;
};

type ApiEnv = { Bindings: ApiRequestContext };
export type ApiRouter = Hono<ApiEnv>;
export type ApiContext = Context<ApiEnv>;
