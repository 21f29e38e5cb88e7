import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  findEmbeddedPostgresUrl,
  startEmbeddedPostgres,
} from '#adapters/database/embedded-postgres.ts';
import { openDatabase } from '#adapters/database/index.ts';
import { releaseClusterFolder } from '#adapters/database/cluster-processes.ts';
import type { Database } from '#core/deps.ts';
import type { Closers } from '#src/boot/closers.ts';
import type { ServerProcess } from '../../support/server-process.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';
import { findReportCode, type Storefront } from '../http-buyers.ts';
import { DrillPrograms } from './drill-programs.ts';
import { startSimulatedProviders, type SimulatedProviders } from './simulated-providers.ts';
import { openSmallDisk } from './small-disk.ts';
import { thawDatabase } from './frozen-database.ts';

export type DrillStoreOptions = {
  /** Several share a PostgreSQL that outlives them, and the files; one runs its own. */
  readonly programCount: 1 | 2 | 3;
  /** The data folder is a disk of its own that can be filled, if this account may mount one. */
  readonly isOnSmallDisk?: boolean;
};

/** The built store with its own data folder and ports, and providers that can be made to fail. */
export type DrillStore = Storefront & {
  readonly providers: SimulatedProviders;
  /** The programs in the order of their numbers; one that was killed stays until `startAgain`. */
  readonly programs: readonly ServerProcess[];
  /** The folder of the first program's files and, if there is one program, its database. */
  readonly dataFolder: string;
  /** Where PostgreSQL keeps its files. */
  readonly databaseFolder: string;
  /** True if the data folder is a disk of its own. */
  readonly isOnSmallDisk: boolean;
  /** The programs' clocks are off the machine's by so much. */
  readonly setClockOffset: (offsetMs: number) => void;
  readonly useDatabase: <T>(act: (db: Database) => Promise<T>) => Promise<T>;
  /** Starts a program that has been killed. */
  readonly startAgain: (programNumber: number) => Promise<void>;
  /** Everything has ended and is removed. */
  readonly close: () => Promise<void>;
};

const importOption = (file: string): string => `--import=${pathToFileURL(path.resolve(file)).href}`;

/** Modules loaded into every program: the one ends it with the drill, the other moves its clock. */
const preloads = ['test/support/exit-with-parent.ts', 'test/resilience/drill/shift-clock.ts'];

/** Opens a store in a folder of its own. What was started is closed by `closers`, too. */
export async function openDrillStore(
  options: DrillStoreOptions,
  closers: Closers,
): Promise<DrillStore> {
  const folder = createTemporaryFolder('drill');
  closers.add(folder.remove);
  try {
    return await openStoreIn(folder.path, options, closers);
  } catch (error) {
    await closers.closeAll();
    folder.remove();
    throw error;
  }
}

async function openStoreIn(
  folder: string,
  options: DrillStoreOptions,
  closers: Closers,
): Promise<DrillStore> {
  const isOnSmallDisk = options.isOnSmallDisk === true && openSmallDisk(folder, closers);
  const hasOwnDatabase = options.programCount === 1;
  const dataFolder = path.join(folder, 'program-1');
  const postgresFolder = hasOwnDatabase ? dataFolder : folder;
  const databaseFolder = path.join(postgresFolder, 'postgres');
  const clockFile = path.join(folder, 'clock-offset');
  writeFileSync(clockFile, '0');
  const programs = new DrillPrograms(folder);
  const providers = await startSimulatedProviders(folder, programs.request, closers);
  closers.add(() => releaseClusterFolder(databaseFolder));
  const env = {
    ...providers.env,
    NODE_OPTIONS: preloads.map(importOption).join(' '),
    CLOCK_OFFSET_FILE: clockFile,
    TRUST_PROXY: '1',
    LINK_SECRET: randomBytes(24).toString('hex'),
    ...(hasOwnDatabase ? {} : { DATABASE_URL: await startSharedDatabase(folder, closers) }),
  };
  closers.add(() => thawDatabase(databaseFolder));
  closers.add(() => programs.killAll());
  const origin = await programs.startFirst(options.programCount, env);
  return {
    origin,
    request: programs.request,
    reportCode: (await findReportCode(programs)) ?? '',
    providers,
    programs: programs.running,
    dataFolder,
    databaseFolder,
    isOnSmallDisk,
    setClockOffset: (offsetMs) => writeFileSync(clockFile, String(offsetMs)),
    useDatabase: (act) => useDatabaseOf(postgresFolder, act),
    startAgain: (number) => programs.start(number),
    close: () => closers.closeAll(),
  };
}

async function startSharedDatabase(folder: string, closers: Closers): Promise<string> {
  const postgres = await startEmbeddedPostgres(folder, () => {});
  closers.add(postgres.stop);
  return postgres.url;
}

async function useDatabaseOf<T>(folder: string, act: (db: Database) => Promise<T>): Promise<T> {
  const url = findEmbeddedPostgresUrl(folder);
  if (url === undefined) throw new Error('PostgreSQL does not run');
  const { db, close } = await openDatabase(url, 2);
  try {
    return await act(db);
  } finally {
    await close();
  }
}
