/**
 * `node bench/login-timing.ts [calls]`: whether response times reveal which addresses have an
 * account (case A-10 of docs/faults.md). Known and unknown addresses take turns; their medians are
 * compared, and the two samples by the Mann-Whitney U test.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '#adapters/database/embedded-postgres.ts';
import { openDatabase } from '#adapters/database/index.ts';
import { migrateDatabase } from '#adapters/database/migrate.ts';
import { App } from '#core/app.ts';
import { buildDeps } from '#src/boot/build-deps.ts';
import { seedDemo } from '#src/boot/seed-demo.ts';
import { readConfig } from '#src/settings/config.ts';
import { mannWhitneyPValue } from './support/mann-whitney.ts';
import { median } from './support/program.ts';

const callsPerSample = Number(process.argv[2] ?? 1000);
const warmUpCalls = 20;
const knownCustomers = 50;
const folder = mkdtempSync(path.join(os.tmpdir(), 'reportstand-login-timing-'));
const embeddedDatabase = await startEmbeddedPostgres(folder, () => {});
const database = await openDatabase(embeddedDatabase.url);
const visitor = { clientIp: 'bench', userAgent: 'bench' };
const customerDetails = {
  name: 'Ada',
  mobile_no: '+39 02 0000',
  address: 'Via 1',
  password: 'correct horse',
};

/** The core over a database with the demo catalogue, without rate limits. */
async function openApp(): Promise<App> {
  await migrateDatabase(database, path.resolve('db/migrations'));
  const config = readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent' });
  const deps = buildDeps(config, database, {
    paypal: { origin: 'http://localhost', webhookId: '' },
    smtpUrl: 'smtp://localhost',
    turnstile: { origin: 'http://localhost', secret: '' },
    viesUrl: '',
  });
  const app = new App({ ...deps, consumeRateLimit: async () => undefined });
  await seedDemo(config, app, {});
  for (let i = 0; i < knownCustomers; i++)
    await app.accounts.registration.register({ ...customerDetails, email: knownEmail(i) }, visitor);
  return app;
}

const knownEmail = (i: number): string => `known${i % knownCustomers}@bench.example`;

type Action = (email: string) => Promise<unknown>;

/** Milliseconds of each call. Which of the two addresses comes first alternates. */
async function measureAction(act: Action): Promise<{ known: number[]; unknown: number[] }> {
  const known: number[] = [];
  const unknown: number[] = [];
  for (let i = 0; i < callsPerSample + warmUpCalls; i++) {
    const calls = [
      { email: knownEmail(i), times: known },
      { email: `new${i}@bench.example`, times: unknown },
    ];
    for (const { email, times } of i % 2 === 0 ? calls : calls.toReversed()) {
      const startedAt = performance.now();
      await act(email);
      if (i >= warmUpCalls) times.push(performance.now() - startedAt);
    }
  }
  return { known, unknown };
}

try {
  const { accounts } = await openApp();
  const actions: Record<string, Action> = {
    'login, wrong password': (email) =>
      accounts.sessions.login({ email, password: 'wrong password' }, visitor),
    'forgotten password': (email) => accounts.passwordReset.request({ email }, visitor),
    'opening an account': (email) =>
      accounts.registration.register({ ...customerDetails, email }, visitor),
  };
  for (const [name, act] of Object.entries(actions)) {
    const { known, unknown } = await measureAction(act);
    const difference = Math.abs(median(known) - median(unknown));
    console.log(
      `${name}: known ${median(known).toFixed(2)} ms, unknown ${median(unknown).toFixed(2)} ms, ` +
        `difference ${difference.toFixed(2)} ms (at most 2), ` +
        `p = ${mannWhitneyPValue(known, unknown).toFixed(3)} (above 0.01), n = ${callsPerSample}`,
    );
  }
} finally {
  await database.close();
  await embeddedDatabase.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);
