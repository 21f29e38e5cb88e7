import { createImportApi } from '#src/import-api/index.ts';
import { knownSenderPace, readChunks } from '../http/body-limit.ts';
import { allowBodyTime } from '../http/body-time.ts';
import { readClientIp } from '../http/client-ip.ts';
import type { ServerOptions } from '../options.ts';
import { answerTus } from '../uploads/tus-uploads.ts';

/** Imports and exports under /api/v1, with tokens and body limits of their own. */
export const importApiRoutes = (options: ServerOptions) =>
  createImportApi({
    app: options.app,
    search: {
      searchReports: (query) => options.app.catalogue.search.find(query),
      getCurrency: async () => (await options.app.store.getSiteInfo()).currency,
      origin: options.origin,
    },
    faults: options.faults,
    answerUpload: (c, owner) => answerTus(c, options, { owner, path: '/api/v1/uploads' }),
    readClientIp: (c) => readClientIp(c, options),
    readBody: (c, maxBytes) => {
      allowBodyTime(c);
      return readChunks(c.req.raw, maxBytes, knownSenderPace);
    },
  });
