import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { createDiskFileStorage } from '#adapters/files/disk.ts';
import { createS3FileStorage } from '#adapters/files/s3.ts';
import type { FileStorage } from '#core/deps.ts';
import { startS3Server } from '../support/s3-server.ts';
import { startServerProcess, type ServerProcess } from '../support/server-process.ts';
import { signInOwner } from '../support/staff-session.ts';
import { createTemporaryFolder } from '../support/temporary-folder.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

/** Where the programs of a store have their files in common. */
export type FilePlaceKind = 'a folder' | 'S3';

/** Several programs over one database and one place of files, and an owner who is signed in. */
export type ProgramsOfAStore = {
  readonly database: TestDatabase;
  /** Starts one more, with a data folder of its own; the same name again is the same folder. */
  readonly start: (name: string) => Promise<ServerProcess>;
  /** The first three. */
  readonly startThree: () => Promise<readonly [ServerProcess, ServerProcess, ServerProcess]>;
  /** A request of the owner's. */
  readonly call: (program: ServerProcess, address: string, init?: RequestInit) => Promise<Response>;
  readonly post: (
    program: ServerProcess,
    address: string,
    body: FormData | URLSearchParams,
  ) => Promise<Response>;
  /** `staff=…` */
  readonly cookie: string;
  /** The place of files of all of them. */
  readonly files: FileStorage;
  readonly close: () => Promise<void>;
};

export async function openProgramsOfAStore(place: FilePlaceKind): Promise<ProgramsOfAStore> {
  const folder = createTemporaryFolder('programs');
  const database = await createTestDatabase('small');
  const cookie = await signInOwner(database.db);
  const s3 = place === 'S3' ? await startS3Server(path.join(folder.path, 's3')) : undefined;
  const shared: Record<string, string> = s3
    ? {
        S3_BUCKET: s3.settings.bucket,
        S3_REGION: s3.settings.region,
        S3_ACCESS_KEY_ID: s3.settings.accessKeyId,
        S3_SECRET_ACCESS_KEY: s3.settings.secretAccessKey,
        S3_ENDPOINT: s3.settings.endpoint ?? '',
      }
    : { FILES_DIR: path.join(folder.path, 'shared') };
  const files = s3
    ? createS3FileStorage(s3.settings, path.join(folder.path, 'spool'))
    : createDiskFileStorage(path.join(folder.path, 'shared'));
  const programs: ServerProcess[] = [];
  const start = async (name: string): Promise<ServerProcess> => {
    const dataFolder = path.join(folder.path, name);
    mkdirSync(dataFolder, { recursive: true });
    const program = await startServerProcess({
      DATABASE_URL: database.url,
      DATA_DIR: dataFolder,
      LINK_SECRET: 'the same secret of all programs, which is long enough',
      ...shared,
    });
    programs.push(program);
    return program;
  };
  const call: ProgramsOfAStore['call'] = (program, address, init = {}) =>
    program.request(address, {
      ...init,
      headers: { cookie, origin: program.origin, ...(init.headers as Record<string, string>) },
    });
  return {
    database,
    cookie,
    files,
    start,
    startThree: async () => [await start('one'), await start('two'), await start('three')],
    call,
    post: (program, address, body) => call(program, address, { method: 'POST', body }),
    close: async () => {
      for (const program of programs.toReversed()) await program.close();
      await s3?.close();
      await database.drop();
      folder.remove();
    },
  };
}
