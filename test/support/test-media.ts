/** A library of pictures that staff upload into. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { Media } from '#core/media/index.ts';
import { makePicture } from './hostile-pictures.ts';
import { createTemporaryFolder } from './temporary-folder.ts';
import { expectOk, openTestEditing } from './test-editing.ts';

export type TestMedia = Awaited<ReturnType<typeof openTestMedia>>;

export async function openTestMedia() {
  const tester = await openTestEditing();
  const folder = createTemporaryFolder('media');
  const media = new Media(tester.deps);
  let colours = 0;
  /** A file that nobody has uploaded before, unless `colour` says which one. */
  const writeFile = async (fileName: string, colour?: string): Promise<string> => {
    colours++;
    const file = path.join(folder.path, fileName.replaceAll('/', '_'));
    const own = `#${colours.toString(16).padStart(6, '0')}`;
    writeFileSync(file, await makePicture(colour ?? own));
    return file;
  };
  return {
    tester,
    media,
    writeFile,
    upload: async (fileName: string, alternativeText = 'A field', colour?: string) => {
      const file = { path: await writeFile(fileName, colour), fileName };
      return expectOk(await media.editing.upload(tester.anna, file, { alternativeText }));
    },
    advanceClock: (ms: number): void =>
      tester.setNow(new Date(tester.deps.clock().getTime() + ms).toISOString()),
    close: async (): Promise<void> => {
      folder.remove();
      await tester.close();
    },
  };
}
