/**
 * `node bench/login-timing.ts [calls]`: whether the time of an answer tells that an address is known. Known and unknown addresses take turns; the
 * medians are compared, and the two samples by the Mann-Whitney U test (normal approximation with ties, two-sided). Case A-10 of docs/faults.md.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '#adapters/database/embedded-postgres.ts';
import { openDatabase } from '#adapters/database/index.ts';
import { migrateDatabase } from '#adapters/database/migrate.ts';
import { seedDemo } from '#src/boot/seed-demo.ts';
import { buildDeps } from '#src/boot/build-deps.ts';
import { readConfig } from '#src/config.ts';
import { createApp } from '#core/app.ts';

const callsPerSample = Number(process.argv[2] ?? 1000);
const folder = mkdtempSync(path.join(os.tmpdir(), 'reportstand-entrance-'));
const embeddedDatabase = await startEmbeddedPostgres(folder, () => {});
const database = await openDatabase(embeddedDatabase.url);

/** Two-sided probability that both samples come from one distribution. H. B. Mann, D. R. Whitney, 1947. */
function mannWhitneyPValue(a: readonly number[], b: readonly number[]): number {
  const all = [
    ...a.map((value) => ({ value, first: true })),
    ...b.map((value) => ({ value, first: false })),
  ].toSorted((x, y) => x.value - y.value);
  let sum = 0;
  let ties = 0;
  for (let i = 0; i < all.length;) {
    let end = i;
    while (end < all.length && all[end]?.value === all[i]?.value) end++;
    const rank = (i + end + 1) / 2;
    for (let k = i; k < end; k++) if (all[k]?.first) sum += rank;
    ties += (end - i) ** 3 - (end - i);
    i = end;
  }
  const [n, m, whole] = [a.length, b.length, all.length];
  const u = sum - (n * (n + 1)) / 2;
  const spread = Math.sqrt(((n * m) / 12) * (whole + 1 - ties / (whole * (whole - 1))));
  const z = (Math.abs(u - (n * m) / 2) - 0.5) / spread;
  // Abramowitz and Stegun 7.1.26: error below 1.5e-7.
  const x = z / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  return (
    ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) *
    t *
    Math.exp(-x * x)
  );
}
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

try {
  await migrateDatabase(database, path.resolve('db/migrations'));
  const config = readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent' });
  const deps = {
    ...buildDeps(config, database, {
      paypal: { origin: 'http://localhost', webhookId: '' },
      smtpUrl: 'smtp://localhost',
      turnstile: { origin: 'http://localhost', secret: '' },
    }),
    limit: async () => undefined,
  };
  const app = createApp(deps);
  await seedDemo(config, app, () => {});
  const visitor = { clientIp: 'bench', userAgent: 'bench' };
  const own = {
    name: 'Ada',
    mobile_no: '+39 02 0000',
    address: 'Via 1',
    password: 'correct horse',
  };
  for (let i = 0; i < 50; i++)
    await app.accounts.register({ ...own, email: `known${i}@bench.example` }, visitor);
  const ways: Record<string, (email: string) => Promise<unknown>> = {
    'login, wrong password': (email) =>
      app.accounts.login({ email, password: 'wrong password' }, visitor),
    'forgotten password': (email) => app.accounts.requestPasswordReset({ email }, visitor),
    'opening an account': (email) => app.accounts.register({ ...own, email }, visitor),
  };
  for (const [name, ask] of Object.entries(ways)) {
    const known: number[] = [];
    const unknown: number[] = [];
    for (let i = 0; i < callsPerSample + 20; i++) {
      for (const [email, into] of i % 2 === 0
        ? ([
            [`known${i % 50}@bench.example`, known],
            [`new${i}@bench.example`, unknown],
          ] as const)
        : ([
            [`new${i}@bench.example`, unknown],
            [`known${i % 50}@bench.example`, known],
          ] as const)) {
        const before = performance.now();
        await ask(email);
        if (i >= 20) into.push(performance.now() - before);
      }
    }
    console.log(
      `${name}: known ${median(known).toFixed(2)} ms, unknown ${median(unknown).toFixed(2)} ms, apart ${Math.abs(median(known) - median(unknown)).toFixed(2)} ms (at most 2), p = ${mannWhitneyPValue(known, unknown).toFixed(3)} (above 0.01), n = ${callsPerSample}`,
    );
  }
} finally {
  await database.close();
  await embeddedDatabase.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);
