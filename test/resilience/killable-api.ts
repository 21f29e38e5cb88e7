/**
 * Answers one call of /api/v1 in a process of its own that kills itself (SIGKILL) at its n-th step: the
 * end of a transaction, or right behind its commit. Argument: an ApiRun as JSON. Who survives prints
 * the answer as JSON.
 */
import { readFileSync } from 'node:fs';
import { openDatabase } from '#adapters/database/index.ts';
import { App } from '#core/app.ts';
import { readChunks } from '#server/http/body-limit.ts';
import { Faults } from '#src/faults/faults.ts';
import { createImportApi } from '#src/import-api/index.ts';
import { createTestDeps } from '../support/test-deps.ts';
import { addStepsAtCommits } from './kill-steps.ts';

export type ApiCall = {
  readonly method: 'POST' | 'PATCH';
  readonly path: string;
  readonly key: string;
  readonly bodyFile?: string;
};
export type ApiRun = {
  readonly databaseUrl: string;
  readonly filesFolder: string;
  readonly token: string;
  readonly call: ApiCall;
  /** 1 for the first step; 0 to survive. */
  readonly killAtStep: number;
};

const run = JSON.parse(process.argv[2] ?? '{}') as ApiRun;
let steps = 0;
function reachStep(): void {
  if (++steps === run.killAtStep) process.kill(process.pid, 'SIGKILL');
}

const database = await openDatabase(run.databaseUrl);
const deps = createTestDeps({
  database,
  paypalUrl: 'http://127.0.0.1:1',
  filesFolder: run.filesFolder,
  email: { send: async () => {} },
});
const app = new App(deps);
const api = createImportApi({
  app,
  search: {
    searchReports: (query) => app.catalogue.search.find(query),
    getCurrency: async () => 'USD',
    origin: deps.origin,
  },
  answerUpload: async (c) => c.body(null, 404),
  faults: new Faults(deps.log),
  readClientIp: () => '192.0.2.1',
  readBody: (c, maxBytes) => readChunks(c.req.raw, maxBytes),
});
const { method, path, key, bodyFile } = run.call;
const request = new Request(`http://localhost${path}`, {
  method,
  headers: { authorization: `Bearer ${run.token}`, 'idempotency-key': key },
  ...(bodyFile === undefined ? {} : { body: readFileSync(bodyFile) }),
});
addStepsAtCommits(database.db, reachStep);
const answer = await api.fetch(request);
console.log(JSON.stringify({ status: answer.status, body: await answer.json() }));
await database.close();
process.exit(0);
