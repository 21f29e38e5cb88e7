/**
 * The files of the store, in the terminal of the machine on which it runs: `npm run files -- help`.
 * Works beside a running store, and if the store refuses to start because of its files.
 */
import path from 'node:path';
import { findEmbeddedPostgresUrl } from '#adapters/database/embedded-postgres.ts';
import { openDatabase } from '#adapters/database/index.ts';
import { migrateDatabase } from '#adapters/database/migrate.ts';
import type { GivenDeps } from '#core/deps.ts';
import { FileCheck } from '#core/kernel/check-files.ts';
import { StoreFiles } from '#core/kernel/file-place.ts';
import { ok, fail, type Outcome } from '#core/kernel/outcome.model.ts';
import { Trash } from '#core/kernel/trash.ts';
import { buildDeps } from '#src/boot/build-deps.ts';
import { describePlace, explainRefusal } from '#src/boot/open-files.ts';
import { ConfigError } from '#src/settings/config-error.ts';
import { readConfig, type Config } from '#src/settings/config.ts';
import { openDevDatabase } from './dev/database.ts';

const help = `npm run files -- check            looks for every file that the database names; those that are
                                  missing come back from the trash where they are in it
npm run files -- trash            lists what was cleaned away within 30 days
npm run files -- restore <key>    brings a file back from the trash; "all" brings all
npm run files -- adopt            makes the files at FILES_DIR, or in the bucket, this store's`;

/** Runs the command of these words and returns what it prints; a refusal ends with exit code 1. */
export async function runFilesCommand(
  deps: GivenDeps,
  config: Config,
  [command = 'help', key = '']: readonly string[],
): Promise<Outcome<string>> {
  const place = describePlace(config);
  if (command === 'adopt') {
    await new StoreFiles(deps).adopt();
    return ok(`The files in ${place} are this store’s. None is cleaned away for seven days.`);
  }
  if (command === 'help') return ok(help);
  const refusal = await new StoreFiles(deps).open();
  if (refusal !== undefined) return fail('conflict', explainRefusal(refusal, place));
  if (command === 'check') return check(deps);
  if (command === 'trash') return ok((await readTrash(deps)) || 'The trash is empty.');
  if (command === 'restore' && key !== '') return restore(deps, key);
  return ok(help);
}

async function check(deps: GivenDeps): Promise<Outcome<string>> {
  const { named, restored, missing } = await new FileCheck(deps, new Trash(deps)).run();
  const lines = [
    ...restored.map((file) => `back from the trash: ${file.what} (${file.key})`),
    ...missing.map((file) => `missing: ${file.what} (${file.key})`),
    `${named} files are named by the database, ${missing.length} of them are missing.`,
  ];
  return missing.length === 0 ? ok(lines.join('\n')) : fail('conflict', lines.join('\n'));
}

async function readTrash(deps: GivenDeps): Promise<string> {
  const lines: string[] = [];
  for await (const { key, day } of new Trash(deps).list()) lines.push(`${day}  ${key}`);
  return lines.join('\n');
}

async function restore(deps: GivenDeps, wanted: string): Promise<Outcome<string>> {
  let restored = 0;
  for await (const file of new Trash(deps).list())
    if ((wanted === 'all' || file.key === wanted) && (await new Trash(deps).takeBack(file)))
      restored++;
  return restored === 0
    ? fail('not-found', `${wanted} is not in the trash, or has a newer file in its place.`)
    : ok(`${restored} ${restored === 1 ? 'file is' : 'files are'} back.`);
}

/** The running store's database, or its own one, started for this command alone. */
async function openStoreDatabase(config: Config) {
  const url = config.databaseUrl ?? findEmbeddedPostgresUrl(config.dataDir);
  return url === undefined
    ? openDevDatabase(config, () => {})
    : { url, close: async (): Promise<void> => {} };
}

async function main(): Promise<void> {
  const config = readConfig({ LOG_LEVEL: 'error', ...process.env });
  const server = await openStoreDatabase(config);
  try {
    const database = await openDatabase(server.url, 4);
    await migrateDatabase(database, path.join(config.root, 'db/migrations'));
    // Nothing of these is called.
    const deps = buildDeps(config, database, {
      paypal: { origin: 'http://localhost', webhookId: '' },
      smtpUrl: 'smtp://localhost',
      turnstile: { origin: '', secret: '' },
      viesUrl: '',
    });
    const outcome = await runFilesCommand(deps, config, process.argv.slice(2));
    console.log(outcome.ok ? outcome.value : outcome.message);
    process.exitCode = outcome.ok ? 0 : 1;
    await database.close();
  } finally {
    await server.close();
  }
}

if (import.meta.main)
  await main().catch((error: unknown) => {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  });
