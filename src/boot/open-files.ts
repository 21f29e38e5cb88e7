import type { GivenDeps } from '#core/deps.ts';
import { StoreFiles, type FilePlaceRefusal } from '#core/kernel/file-place.ts';
import { ConfigError } from '../settings/config-error.ts';
import type { Config } from '../settings/config.ts';

/**
 * The files are this store's afterwards (`core/kernel/file-place.ts`). Throws ConfigError with the
 * way on if they are not: nothing was written then, and nothing may run.
 */
export async function openFiles(config: Config, deps: GivenDeps): Promise<void> {
  const refusal = await new StoreFiles(deps).open();
  if (refusal !== undefined) throw new ConfigError(explainRefusal(refusal, describePlace(config)));
}

/** Where the files are, as a sentence names it. */
export const describePlace = ({ s3, filesDir }: Config): string =>
  s3 ? `the bucket ${[s3.bucket, s3.prefix].filter(Boolean).join('/')}` : `the folder ${filesDir}`;

const adopt = '"npm run files -- adopt"';

/** Why the files are not the store's, and the way on. */
export function explainRefusal(refusal: FilePlaceRefusal, place: string): string {
  const sentences: Record<FilePlaceRefusal, string> = {
    'other-store':
      `The files in ${place} belong to another store: set FILES_DIR, S3_PREFIX or the database to ` +
      `this store's own, or let ${adopt} make them this store's.`,
    'unknown-files':
      `This store's database knows nothing of the files in ${place}: set FILES_DIR, S3_PREFIX or ` +
      `the database to the right one, or let ${adopt} make them this store's.`,
    elsewhere:
      `The files of this store are not in ${place}: all its programs share one FILES_DIR or one ` +
      `bucket, so set it to where they are, or let ${adopt} begin here without them.`,
    'older-files':
      `The files in ${place} are a copy, or older than this store's database: all its programs ` +
      `share one FILES_DIR or one bucket; or let ${adopt} go on with these.`,
  };
  return sentences[refusal];
}
