import type { PictureSize } from '#src/picture.model.ts';
import type { Visit } from './context.ts';

/** The sizes of pictures by their names. */
export type PictureSizes = Readonly<Record<string, PictureSize | undefined>>;

/** Measures the pictures of what a page shows; those that are not there have no size. */
export async function measurePictures(
  visit: Pick<Visit, 'measurePicture'>,
  shown: readonly { readonly image: string | null }[],
): Promise<PictureSizes> {
  const names = [...new Set(shown.flatMap(({ image }) => image ?? []))];
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await visit.measurePicture(name)] as const)),
  );
}
