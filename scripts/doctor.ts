/**
 * `npm run doctor`, behind the checks of run.cjs: what can only be told with the packages. One line
 * each; ends with 1 if a start would fail.
 */
import { spawnSync } from 'node:child_process';
import { openDatabase } from '#adapters/database/index.ts';
import { findPostgresPrograms } from '#adapters/database/postgres-binaries.ts';
import { findOsAccount } from '#adapters/database/os-account.ts';
import { ConfigError } from '#src/settings/config-error.ts';
import { readConfig, type Config } from '#src/settings/config.ts';
import { isBuilt } from './build.ts';
import { findChromium } from './install-chromium.ts';

/** Prints what was found, or what is missing; a missing thing that a start needs is a failure. */
async function check(name: string, find: () => Promise<string> | string): Promise<boolean> {
  try {
    console.log(`ok       ${name}: ${await find()}`);
    return true;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.log(`missing  ${name}: ${error.message}`);
    return false;
  }
}

/** The version of the database that a start would use. */
async function describeDatabase({ databaseUrl }: Config): Promise<string> {
  if (databaseUrl === undefined) {
    const { postgres, env } = findPostgresPrograms(findOsAccount());
    const { stdout } = spawnSync(postgres, ['--version'], { env, encoding: 'utf8' });
    return `its own, ${stdout.trim()}`;
  }
  const database = await openDatabase(databaseUrl, 1);
  try {
    const { rows } = await database.pool.query<{ version: string }>('select version()');
    return rows[0]?.version ?? '';
  } finally {
    await database.close();
  }
}

let config: Config | undefined;
const hasSettings = await check('settings', () => {
  config = readConfig();
  return config.isProduction ? 'of a store in production' : 'of the demo';
});
const found = config;
const hasDatabase = found !== undefined && (await check('database', () => describeDatabase(found)));
console.log(`ok       pages: ${isBuilt() ? 'built' : 'a start builds them first'}`);
console.log(`ok       Chromium: ${findChromium() ?? 'not found; only "npm test" needs one'}`);
process.exitCode = hasSettings && hasDatabase ? 0 : 1;
